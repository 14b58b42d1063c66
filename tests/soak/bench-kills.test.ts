/**
 * Kills `mayday bench run` at random instants, resumes it, and looks whether the report is that of a series that nobody
 * disturbed.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeDemo } from '../../src/bench/demo/make-demo.ts'
import { randomFrom } from '../random-from.ts'
import { freshFolder } from '../run-mayday.ts'
import { seed, sized } from './size.ts'
import { testProject, type TestProject } from '../running-mayday.ts'

const kills = sized(100)

/** A kill, and another while the series is being resumed. */
const KILLS_EACH = 2

/** One that passes, one of each kind of failure: outside, of the agent, of its work. */
const TASKS = ['node-fixed', 'already-fixed', 'gave-up', 'wrong-fix']

/** What a series came to, without how long it took. */
type Told = Readonly<Record<string, unknown>> & { readonly problems: readonly { readonly problem: string }[] }

async function reportOf(project: TestProject): Promise<unknown> {
  const { stdout, stderr } = await project.mayday(['bench', 'report', 'kills', '--json'])
  expect(stderr).toBe('')
  const report: Told = JSON.parse(stdout)
  const { problems, path: _path, ...rest } = report
  expect(problems.filter(({ problem }) => problem.includes('made again'))).toEqual([])
  return JSON.parse(JSON.stringify(rest), (key, value: unknown) => {
    if (/Ms$|At$|^duration$|^stages$/.test(key)) return undefined
    // Which attempt ends first is chance, with or without a kill.
    return key === 'tasks' || key === 'hardest' ? sortByTask(value) : value
  })
}

const sortByTask = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value

describe(`${kills} kills of a series, seed ${seed}`, () => {
  const random = randomFrom(seed)
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let command: readonly string[] = []
  let undisturbed: unknown
  let longestMs = 0

  beforeAll(async () => {
    folder = await freshFolder()
    const { suite, agent } = makeDemo(folder.path)
    const chosen = folder.file('suite')
    mkdirSync(chosen)
    for (const id of TASKS) copyFileSync(join(suite, `${id}.yaml`), join(chosen, `${id}.yaml`))
    command = ['bench', 'run', chosen, '--series', 'kills', '--jobs', '2', '--', ...agent]
    await using project = await testProject()
    const started = performance.now()
    await project.mayday(command)
    longestMs = performance.now() - started
    undisturbed = await reportOf(project)
    return () => folder[Symbol.asyncDispose]()
  })

  it('an undisturbed series ends with all its attempts', () => {
    expect(undisturbed).toMatchObject({ attempts: 4, rate: { passed: 1, of: 4 } })
  })

  const shares = Array.from({ length: Math.ceil(kills / KILLS_EACH) }, () =>
    Array.from({ length: KILLS_EACH }, random),
  )
  it.each(shares.map((pair) => [pair.map((share) => share.toFixed(3)).join(' and '), pair] as const))(
    'the report is the same after kills at %s',
    async (_name, pair) => {
      await using project = await testProject()
      for (const share of pair) {
        const going = project.start(command)
        await Promise.race([pause(share * longestMs), going.finished])
        going.child.kill('SIGKILL')
        await going.finished
      }
      const { code, stderr } = await project.mayday(command)
      expect([code, stderr]).toEqual([0, ''])
      expect(await reportOf(project)).toEqual(undisturbed)
    },
  )
})
