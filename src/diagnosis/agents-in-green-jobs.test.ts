import { expect, test } from 'vitest'
import { explain } from '../../tests/knowing-agents.ts'

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${lines.join('\n')}\n`)
}

/** A job that GitHub Actions reports as passed. */
const greenJob = (step: string, lines: readonly string[]): AsyncGenerator<Uint8Array> =>
  bytesOf(
    [
      "Current runner version: '2.330.0'",
      '##[group]Run actions/checkout@v6',
      '##[endgroup]',
      'Syncing repository: acme/shop',
      `##[group]Run ${step}`,
      '##[endgroup]',
      ...lines,
      '##[group]Run echo done',
      '##[endgroup]',
      'done',
      'Post job cleanup.',
      'Cleaning up orphan processes',
    ].map((line) => `2026-01-02T10:00:00.1234567Z ${line}`),
  )

const claude = (error: boolean): readonly string[] => [
  JSON.stringify({ type: 'system', subtype: 'init', session_id: 'a1', tools: [], model: 'claude-x' }),
  JSON.stringify({
    type: 'result',
    subtype: error ? 'error_max_turns' : 'success',
    is_error: error,
    num_turns: 3,
    result: error ? undefined : 'All tests pass now.',
    session_id: 'a1',
    usage: {},
    total_cost_usd: 0.1,
    duration_ms: 1000,
  }),
]

test('an agent that failed in a green job has failed', async () => {
  const found = await explain(greenJob('claude -p "Fix it" || true', claude(true)))
  expect(found).toMatchObject({
    verdict: 'failed',
    reason: 'MAX_TURNS',
    agent: 'claude',
    ci: { step: 'claude -p "Fix it" || true' },
  })
  expect(found.evidence[0]?.line).toBe(8)
})

test('an agent that succeeded in a green job succeeded', async () => {
  expect(await explain(greenJob('claude -p "Fix it"', claude(false)))).toMatchObject({ verdict: 'succeeded' })
})

test('tests that print records of agents are no agents', async () => {
  expect(await explain(greenJob('npm test', claude(true)))).toMatchObject({ verdict: 'succeeded' })
})

const codingAgent = (words: readonly string[]): readonly string[] => [
  'copilot: I look at the failing workflow.',
  'function:',
  '  name: bash',
  '  result: error: the build failed',
  'error (Request-ID 4808:1)',
  '{',
  '  "status": 400,',
  '  "requestID": "1",',
  '  "code": "model_max_prompt_tokens_exceeded",',
  '  "name": "CAPIError",',
  '  "message": "400 prompt token count of 101732 exceeds the limit of 64000"',
  '}',
  ...words,
  'copilot-result: Completing task',
]

test("an error that Copilot's coding agent does not survive counts", async () => {
  const gaveUp = await explain(
    greenJob('Processing Request', codingAgent(['Retry after is not set. Giving up.'])),
  )
  expect(gaveUp).toMatchObject({ verdict: 'failed', reason: 'CONTEXT_EXHAUSTED', agent: 'copilot' })
  expect(gaveUp.evidence[0]?.excerpt).toContain('exceeds the limit of 64000')
  const wentOn = await explain(
    greenJob('Processing Request', codingAgent(['copilot: The conversation is shorter now. It is fixed.'])),
  )
  expect(wentOn).toMatchObject({ verdict: 'succeeded' })
})
