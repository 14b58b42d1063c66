/** Exit code 137: a killed command timed out, a killed agent crashed. Memory as the reason needs proof. */
import { expect, test } from 'vitest'
import { freshProject } from '../recorded-runs.ts'

/** The first ends by the signal itself or by the exit code of a shell. In the second, a shell prints "Killed". */
const LIMIT = 'timeout -s KILL 0.2 sleep 60'
const TOLD = `${LIMIT}; exit $?`

const reasonOf = async (args: readonly string[]): Promise<string | null | undefined> => {
  await using project = await freshProject()
  await project.mayday(['run', ...args])
  return project.folderOf(1).result()?.reason
}

test.each([LIMIT, TOLD, 'exit 137'])('%s is a time limit in a command', async (command) => {
  expect(await reasonOf(['--verify', command, '--', 'true'])).toBe('TIMEOUT')
  expect(await reasonOf(['--baseline', command, '--verify', 'true', '--', 'true'])).toBe('TIMEOUT')
  expect(await reasonOf(['--setup', command, '--', 'true'])).toBe('SETUP_TIMEOUT')
})

test('a plain agent that exits 137 timed out', async () => {
  expect(await reasonOf(['--', 'sh', '-c', 'exit 137'])).toBe('TIMEOUT')
})

test("a known agent's own 137 is a crash", async () => {
  const said = '{"type":"system","subtype":"init","session_id":"s","apiKeySource":"none"}'
  expect(await reasonOf(['--', 'sh', '-c', `echo '${said}'; exit 137`])).toBe('WORKER_CRASHED')
  expect(await reasonOf(['--', 'sh', '-c', 'kill -9 $$'])).toBe('WORKER_CRASHED')
})
