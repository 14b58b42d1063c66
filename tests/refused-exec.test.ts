/** A program that is there, and that the kernel refuses to execute. */
import { agentReaders } from '../src/agents/readers.ts'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CRASH_VARIABLE } from '../src/supervision/crash-point.ts'
import { rediagnoseRun } from '../src/supervision/rediagnose.ts'
import { cardProject, LOCKS } from './card-project.ts'
import { eventually } from './children.ts'
import { foreignProgram } from './foreign-program.ts'
import { freshProject } from './recorded-runs.ts'

const REJECTED = {
  status: 'failed',
  reason: 'LAUNCH_REJECTED',
  ending: { kind: 'never-started' },
  exitCode: null,
  plan: { kind: 'escalate' },
  diagnosis: { rule: 'mayday.not-started' },
}

test.each([
  ['a missing interpreter', '#!/no/such/interp\n', 'its interpreter or loader is missing'],
  ['an interpreter that may not run', '#!/etc/passwd\n', 'Permission denied'],
  ['a program of another machine', foreignProgram(), 'Exec format error'],
])('%s is a rejected launch', async (_, bytes, why) => {
  await using project = await freshProject()
  writeFileSync(`${project.root}/agent`, bytes, { mode: 0o755 })
  const { code, stdout } = await project.mayday(['run', '--', './agent'])
  expect(code).toBe(1)
  expect(stdout).toContain('✗ run 1 failed (LAUNCH_REJECTED)')
  const result = project.folderOf(1).result()
  expect(result).toMatchObject({ ...REJECTED, rejection: `cannot run ${project.root}/agent: ${why}` })
  if (result === null) throw new Error('no result')
  expect(await rediagnoseRun(project.folderOf(1), result, { agents: agentReaders })).toEqual({
    kind: 'judged',
    result,
  })
})

test('an adopter reports the same error', async () => {
  await using project = await freshProject()
  writeFileSync(`${project.root}/agent`, '#!/no/such/interp\n', { mode: 0o755 })
  await project.mayday(['run', '--', './agent'], { [CRASH_VARIABLE]: 'stage ended' })
  await project.mayday(['history'])
  const result = await eventually(() => project.folderOf(1).result(), 'the adopter')
  expect(result).toMatchObject({ ...REJECTED, rejection: expect.stringContaining('interpreter') })
})

test('a card reports the rejected payload', async () => {
  await using project = await cardProject()
  writeFileSync(project.file('agent'), '#!/no/such/interp\n', { mode: 0o755 })
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './agent')
  await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  expect(project.read(LOCKS)).toMatch(
    /failed \(implement\); supervisor rejected payload: cannot run .*agent: /,
  )
  expect(project.read(LOCKS)).not.toContain('reason=exit')
})
