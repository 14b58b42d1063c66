/** Only an agent's own words can claim a reason; what setup, baseline and verify print claims nothing. */
import { agentReaders } from '../src/agents/readers.ts'
import { expect, test } from 'vitest'
import { rediagnoseRun } from '../src/supervision/rediagnose.ts'
import { CRASH_VARIABLE } from '../src/supervision/crash-point.ts'
import { eventually } from './children.ts'
import { freshProject } from './recorded-runs.ts'
import { mayday } from './run-mayday.ts'

const CLAIM = 'echo "[MAYDAY_FAILURE:MAX_TURNS]"; echo "FAILURE_REASON: out of turns"'

test.each([
  ['verify', ['--verify', CLAIM]],
  ['setup', ['--setup', CLAIM]],
  ['a baseline', ['--baseline', `${CLAIM}; echo "1 failed"; exit 1`, '--verify', 'true']],
])('a marker that %s prints claims nothing', async (_, stages) => {
  await using project = await freshProject()
  const { code } = await project.mayday(['run', ...stages, '--', 'true'])
  expect(project.folderOf(1).result()).toMatchObject({ status: 'succeeded', reason: null })
  expect(code).toBe(0)
})

test("a failed verify's output is not the agent's", async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--verify', `${CLAIM}; exit 1`, '--', 'true'])
  const result = project.folderOf(1).result()
  expect(result).toMatchObject({ reason: 'TESTS_FAILED', stage: 'final_test' })
  expect(result?.diagnosis).not.toHaveProperty('statedReason')
  expect((await project.mayday(['show', '1'])).stdout).not.toContain('The agent says')
})

test('an adopter and a new diagnosis agree', async () => {
  await using project = await freshProject()
  const run = ['run', '--setup', CLAIM, '--verify', CLAIM, '--', 'true']
  await project.mayday(run, { [CRASH_VARIABLE]: 'strays stopped' })
  await project.mayday(['history'])
  const result = await eventually(() => project.folderOf(1).result(), 'the adopter')
  expect(result).toMatchObject({ status: 'succeeded', reason: null })
  expect(await rediagnoseRun(project.folderOf(1), result, { agents: agentReaders })).toEqual({
    kind: 'judged',
    result,
  })
})

test("a marker in the agent's output still counts", async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--', 'sh', '-c', CLAIM])
  expect(project.folderOf(1).result()).toMatchObject({
    reason: 'MAX_TURNS',
    diagnosis: { statedReason: 'out of turns' },
  })
})

const claudeResult = (said: string, more: object = {}): string =>
  JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: true,
    num_turns: 2,
    total_cost_usd: 0.01,
    session_id: 's',
    result: said,
    ...more,
  })

const explained = async (output: string): Promise<unknown> => {
  const { stdout } = await mayday(['explain', '--json', '--exit-code', '1', '-'], { input: `${output}\n` })
  return JSON.parse(stdout)
}

test("a result with a stated reason is the agent's", async () => {
  expect(
    await explained(claudeResult('I could not finish.\nFAILURE_REASON: the database is down')),
  ).toMatchObject({
    reason: 'UNKNOWN',
    agent: 'claude',
    statedReason: 'the database is down',
    evidence: [{ excerpt: 'FAILURE_REASON: the database is down' }],
  })
  expect(await explained(claudeResult('I stop here.\n[MAYDAY_FAILURE:AGENT_GAVE_UP]'))).toMatchObject({
    reason: 'AGENT_GAVE_UP',
    rule: 'marker.claim',
  })
})

test('a failed request stays one despite quotes', async () => {
  const said = 'API Error: 529 Overloaded\nFAILURE_REASON: none'
  expect(await explained(claudeResult(said, { api_error_status: 529 }))).toMatchObject({ class: 'provider' })
  expect(await explained(claudeResult('Something is wrong.'))).toMatchObject({ reason: 'LLM_ERROR' })
})
