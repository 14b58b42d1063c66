import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { captureLabels } from '../../tests/captures.ts'
import { parseObject } from '../signals/json.ts'
import { withMayday as withClaude } from './claude/with-mayday.ts'
import { withMayday as withCodex } from './codex/with-mayday.ts'

const folder = join(import.meta.dirname, '../../tests/fixtures/captures')

/** The records that the agent printed, as its SDK would give them. */
const messagesIn = (agent: string, file: string): readonly object[] =>
  readFileSync(join(folder, agent, file), 'utf8')
    .split('\n')
    .map((line) => parseObject(line))
    .filter((record) => record !== null)

async function* streamOf(messages: readonly unknown[], error?: Error): AsyncGenerator<unknown, string> {
  yield* messages
  if (error !== undefined) throw error
  return 'the end'
}

const collect = async (stream: AsyncIterable<unknown>): Promise<readonly unknown[]> => Array.fromAsync(stream)

const WATCHES = { claude: withClaude, codex: withCodex } as const

/** Captures of structured runs that ended by themselves: what an SDK sees. */
const cases = (['claude', 'codex'] as const).flatMap((agent) =>
  captureLabels(agent)
    .filter(
      ({ stoppedAtCap, evidence, file }) =>
        !stoppedAtCap && evidence !== 'weak' && messagesIn(agent, file).length > 3,
    )
    .map((row) => ({ agent, ...row })),
)

test.each(cases)('the stream of $file explains its end', async ({ agent, file, exitCode, label }) => {
  const messages = messagesIn(agent, file)
  const thrown = exitCode === 0 ? undefined : new Error(`The process exited with code ${exitCode}`)
  const run = WATCHES[agent](streamOf(messages, thrown))
  await collect(run).catch(() => [])
  const { verdict, reason } = await run.explanation
  expect(verdict === 'succeeded' ? 'NONE' : reason).toBe(label)
})

test('messages are passed on untouched and in order', async () => {
  const messages = [{ type: 'system', subtype: 'init' }, { deep: { list: [1] } }, 'text', null]
  const run = withClaude(streamOf(messages))
  const seen = await collect(run)
  expect(seen).toEqual(messages)
  for (const [index, message] of messages.entries()) expect(seen[index]).toBe(message)
})

test('the same error is thrown, and explained', async () => {
  const error = new Error('Claude Code process exited with code 1')
  const limit = {
    type: 'assistant',
    message: {
      model: '<synthetic>',
      content: [{ type: 'text', text: "You've hit your 5-hour limit · resets 9:21am (UTC)" }],
    },
    error: 'rate_limit',
    is_api_error_message: true,
    session_id: 's',
    parent_tool_use_id: null,
  }
  const run = withClaude(streamOf([limit], error))
  await expect(collect(run)).rejects.toBe(error)
  const { verdict, reason, evidence } = await run.explanation
  expect([verdict, reason, evidence[0]?.line]).toEqual(['failed', 'USAGE_LIMIT', 1])
})

test('an error without a message is a failure too', async () => {
  const run = withCodex(streamOf([], new Error('spawn codex ENOENT')))
  await expect(collect(run)).rejects.toThrow('ENOENT')
  expect((await run.explanation).verdict).toBe('failed')
})

test('an abort is an interrupt', async () => {
  const run = withClaude(streamOf([{ type: 'system' }], new DOMException('Aborted', 'AbortError')))
  await expect(collect(run)).rejects.toThrow('Aborted')
  expect((await run.explanation).reason).toBe('INTERRUPTED')
})

test('methods of the stream work and keep `this`', async () => {
  const query = Object.assign(streamOf([1, 2]), {
    name: 'query',
    isInterrupted: false,
    interrupt(): void {
      this.isInterrupted = true
    },
  })
  const run = withClaude(query)
  run.interrupt()
  expect([query.isInterrupted, run.isInterrupted, run.name, 'explanation' in run]).toEqual([
    true,
    true,
    'query',
    true,
  ])
  expect(await run.next()).toEqual({ done: false, value: 1 })
  expect(await run.next()).toEqual({ done: false, value: 2 })
  expect(await run.next()).toEqual({ done: true, value: 'the end' })
})

test('a stream that is left early has an explanation', async () => {
  const run = withClaude(streamOf([{ type: 'system' }, { type: 'system' }]))
  await run.next()
  await run.return('left')
  expect((await run.explanation).reason).toBe('INTERRUPTED')
})

test('messages before a stream was left count', async () => {
  const done = { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } }
  const said = { type: 'item.completed', item: { id: 'i', type: 'agent_message', text: 'Done.' } }
  const broken = { type: 'turn.failed', error: { message: "You've hit your usage limit." } }
  for (const [messages, expected] of [
    [[said, done], null],
    [[broken], 'USAGE_LIMIT'],
  ] as const) {
    const run = withCodex(
      streamOf([{ type: 'thread.started', thread_id: 't' }, ...messages, { type: 'more' }]),
    )
    for (let left = messages.length + 1; left > 0; left -= 1) await run.next()
    await run.return('left')
    const { verdict, reason } = await run.explanation
    expect(verdict === 'succeeded' ? null : reason).toBe(expected)
  }
})

test('no secret is in the explanation', async () => {
  const run = withCodex(
    streamOf([
      { type: 'error', message: 'the hidden-word was wrong' },
      { type: 'turn.failed', error: { message: 'hidden-word' } },
    ]),
    { secrets: ['hidden-word'] },
  )
  await collect(run)
  expect(JSON.stringify(await run.explanation)).not.toContain('hidden-word')
})
