/** Makes a home folder with the sessions of two agents, as somebody has them after years. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The same pseudo-random numbers on every machine. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const next = numbers(5)

/** What a tool printed: 1 to 20 KB, with characters that JSON escapes. */
const printed = (): string =>
  Array.from({ length: 20 + Math.floor(next() * 300) }, (_, i) => `line ${i} "quoted" \\ ${next()}`).join(
    '\n',
  )

type Shape = {
  readonly path: (home: string, number: number) => string
  readonly opening: (at: string) => readonly object[]
  readonly step: (id: string, at: string) => readonly object[]
  readonly ending: Readonly<Record<'good' | 'limit' | 'interrupted', (at: string) => object>>
}

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Sessions lie in some hundred folders. */
const PROJECTS = 200

const claudeLine = (timestamp: string, more: object): object => ({
  parentUuid: 'p',
  isSidechain: false,
  ...more,
  timestamp,
  cwd: '/home/somebody/project',
  sessionId: 's',
  version: '2.1.325',
  gitBranch: 'main',
})

const claudeMessage = (content: readonly object[], stop_reason: string): object => ({
  id: `msg_${Math.floor(next() * 1e9)}`,
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5-5',
  content,
  stop_reason,
  usage: { input_tokens: 120, output_tokens: 20 },
})

const claude: Shape = {
  path: (home, number) => join(home, '.claude/projects', `-p-${number % PROJECTS}`, `${uuid(number)}.jsonl`),
  opening: (at) => [
    claudeLine(at, { type: 'user', message: { role: 'user', content: 'Fix the login test.' } }),
  ],
  step: (id, at) => [
    claudeLine(at, {
      message: claudeMessage(
        [{ type: 'tool_use', id, name: 'Bash', input: { command: `npm test -- ${id}` } }],
        'tool_use',
      ),
      type: 'assistant',
    }),
    claudeLine(at, {
      type: 'user',
      message: {
        role: 'user',
        content: [{ tool_use_id: id, type: 'tool_result', content: printed(), is_error: false }],
      },
    }),
  ],
  ending: {
    good: (at) =>
      claudeLine(at, {
        message: claudeMessage([{ type: 'text', text: 'The login test passes.' }], 'end_turn'),
        type: 'assistant',
      }),
    limit: (at) =>
      claudeLine(at, {
        type: 'assistant',
        isApiErrorMessage: true,
        error: 'rate_limit',
        message: {
          ...claudeMessage(
            [{ type: 'text', text: "You've hit your 5-hour limit · resets 9:21am (UTC)" }],
            'stop_sequence',
          ),
          model: '<synthetic>',
        },
      }),
    interrupted: (at) =>
      claudeLine(at, {
        type: 'user',
        message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
      }),
  },
}

const codexLine = (timestamp: string, type: string, payload: object): object => ({ timestamp, type, payload })

const codex: Shape = {
  path: (home, number) =>
    join(
      home,
      '.codex/sessions/2026',
      String(1 + (number % 12)).padStart(2, '0'),
      String(1 + (number % 28)).padStart(2, '0'),
      `rollout-2026-01-01T00-00-00-${uuid(number)}.jsonl`,
    ),
  opening: (at) => [
    codexLine(at, 'event_msg', { type: 'task_started', turn_id: 't' }),
    codexLine(at, 'turn_context', { cwd: '/home/somebody/project', model: 'gpt-5.5' }),
    codexLine(at, 'event_msg', { type: 'user_message', message: 'Fix the login test.' }),
  ],
  step: (call_id, at) => [
    codexLine(at, 'response_item', {
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd: `npm test -- ${call_id}` }),
      call_id,
    }),
    codexLine(at, 'response_item', {
      type: 'function_call_output',
      call_id,
      output: `Process exited with code 0\nOutput:\n${printed()}`,
    }),
  ],
  ending: {
    good: (at) =>
      codexLine(at, 'event_msg', { type: 'task_complete', last_agent_message: 'The login test passes.' }),
    limit: (at) =>
      codexLine(at, 'event_msg', {
        type: 'task_complete',
        last_agent_message: null,
        error: { message: "You've hit your usage limit.", codex_error_info: 'usage_limit_exceeded' },
      }),
    interrupted: (at) => codexLine(at, 'event_msg', { type: 'turn_aborted', reason: 'interrupted' }),
  },
}

const lines = (records: readonly object[]): Buffer =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))

const AT = '2026-11-01T10:00:00.000Z'

/** Steps are taken from a pool: to write each anew would take longer than everything that is measured. */
const poolOf = (shape: Shape): readonly Buffer[] =>
  Array.from({ length: 200 }, (_, i) => lines(shape.step(`call_${i}`, AT)))

/** Most sessions are small and few are large: 0.1, 1 and 5 times the mean. */
const shareOf = (number: number): number => (number % 20 === 0 ? 5 : number % 2 === 0 ? 1 : 0.55)

const STEPS_PER_TURN = 8

/** Three of four sessions are Claude Code's. Returns how many bytes were written. */
export function makeSessions(home: string, count: number, bytes: number): number {
  const shapes = [claude, codex].map((shape) => ({ shape, pool: poolOf(shape) }))
  let written = 0
  for (let number = 0; number < count; number += 1) {
    const { shape, pool } = shapes[number % 4 === 3 ? 1 : 0] ?? { shape: claude, pool: [] }
    written += writeOne(shape, pool, { home, number, bytes: (bytes / count) * shareOf(number) })
  }
  return written
}

type One = { readonly home: string; readonly number: number; readonly bytes: number }

function writeOne(shape: Shape, pool: readonly Buffer[], { home, number, bytes }: One): number {
  const path = shape.path(home, number)
  mkdirSync(join(path, '..'), { recursive: true })
  const file = openSync(path, 'w')
  const size = { written: 0 }
  const write = (part: Buffer): void => void (size.written += writeSync(file, part))
  const opening = lines(shape.opening(AT))
  const good = lines([shape.ending.good(AT)])
  for (let step = 0; size.written < bytes; step += 1) {
    if (step % STEPS_PER_TURN === 0) write(opening)
    write(pool[(number + step) % pool.length] ?? opening)
    if (step % STEPS_PER_TURN === STEPS_PER_TURN - 1) write(good)
  }
  const at = new Date(Date.parse(AT) + number * 60_000).toISOString()
  const kind = number % 10 === 1 ? 'limit' : number % 10 === 2 ? 'interrupted' : 'good'
  write(lines([...shape.opening(at), shape.ending[kind](at)]))
  closeSync(file)
  return size.written
}
