/** A failed run is compared with the last good runs of the same command. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Explanation } from '../../src/diagnosis/explain.ts'
import { RunFolder } from '../../src/supervision/run-folder.ts'
import type { TestProject } from '../running-mayday.ts'
import { repository } from '../task-repository.ts'

const REFUSED = 'Error: connect ECONNREFUSED 10.0.0.7:9200'

/** Prints the same each time, and the content of the file `bad` before it fails. */
const COMMAND = ['sh', '-c', `echo "${REFUSED}"; cat bad 2>/dev/null || exit 0; echo Stop; exit 3`]

async function failAfter(project: TestProject, goodRuns: number): Promise<void> {
  for (let run = 0; run < goodRuns; run += 1) await project.mayday(['run', '--', ...COMMAND])
  writeFileSync(join(project.path, 'bad'), 'slot 9 belongs to somebody else\n')
  await project.mayday(['run', '--', ...COMMAND])
}

const evidenceIn = (project: TestProject): unknown => project.result()?.diagnosis?.evidence

const comparedIn = (project: TestProject): unknown =>
  new RunFolder(project.folders().at(-1) ?? '').events().find(({ event }) => event === 'stage:compared')

test('a failed run names the newest good run', async () => {
  await using project = await repository()
  await failAfter(project, 2)
  expect(evidenceIn(project)).toMatchObject([
    { line: 2, newSince: 'run 2' },
    { line: 3, newSince: 'run 2' },
  ])
  const { stdout } = await project.mayday(['show', '3'])
  expect(stdout).toContain('new since run 2')
})

test('the end of a run shows new lines', async () => {
  await using project = await repository()
  await project.mayday(['run', '--', ...COMMAND])
  writeFileSync(join(project.path, 'bad'), 'slot 9 belongs to somebody else\n')
  const { stdout, stderr } = await project.mayday(['run', '--', ...COMMAND])
  expect(`${stdout}${stderr}`).toContain('new since run 1')
})

test('the last three good runs are compared', async () => {
  await using project = await repository()
  await failAfter(project, 4)
  expect(comparedIn(project)).toMatchObject({ with: [{ run: 4 }, { run: 3 }, { run: 2 }] })
})

test('a good run of another command is ignored', async () => {
  await using project = await repository()
  await project.mayday(['run', '--', 'echo', 'hello'])
  await failAfter(project, 0)
  expect(comparedIn(project)).toBeUndefined()
  expect(evidenceIn(project)).toMatchObject([{ line: 1 }])
})

test('a successful run is not compared', async () => {
  await using project = await repository()
  await project.mayday(['run', '--', ...COMMAND])
  await project.mayday(['run', '--', ...COMMAND])
  expect(comparedIn(project)).toBeUndefined()
})

test('a failing verify is compared with its stage', async () => {
  await using project = await repository()
  const verify = `echo "${REFUSED}"; test ! -e bad || { cat bad; exit 3; }`
  await project.mayday(['run', '--verify', verify, '--', 'echo', 'hi'])
  writeFileSync(join(project.path, 'bad'), 'slot 9 belongs to somebody else\n')
  await project.mayday(['run', '--verify', verify, '--', 'echo', 'hi'])
  expect(comparedIn(project)).toMatchObject({ stage: 'final_test', with: [{ run: 1 }] })
  expect(evidenceIn(project)).toMatchObject([{ line: 3, newSince: 'run 1' }])
})

async function explained(project: TestProject, args: readonly string[] = []): Promise<Explanation> {
  const { stdout } = await project.mayday(['explain', project.folders().at(-1) ?? '', '--json', ...args])
  const found: Explanation = JSON.parse(stdout)
  return found
}

test('a run folder uses the same comparison', async () => {
  await using project = await repository()
  await failAfter(project, 1)
  await project.mayday(['run', '--', 'true'])
  rmSync(project.folders().at(-1) ?? '', { recursive: true })
  const { evidence } = await explained(project)
  expect(evidence).toEqual(evidenceIn(project))
})

test('a given good log wins over recorded ones', async () => {
  await using project = await repository()
  await failAfter(project, 1)
  writeFileSync(join(project.path, 'good.log'), 'slot 1 belongs to somebody else\nStop\n')
  const { evidence } = await explained(project, ['--good', 'good.log'])
  expect(evidence).toMatchObject([{ line: 1, newSince: 'good.log' }])
})

test('a missing good log is left out', async () => {
  await using project = await repository()
  await failAfter(project, 1)
  rmSync(join(project.folders()[0] ?? '', 'worker.log'))
  const { evidence } = await explained(project)
  expect(evidence).toMatchObject([{ line: 1 }])
  expect(evidence[0]).not.toHaveProperty('newSince')
})
