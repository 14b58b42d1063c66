/** Sessions of agents in the home folder of the demo, in the shapes in which the agents keep them. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

type Turn = { readonly asked: string; readonly end: 'ok' | 'limit' | 'overloaded' | 'interrupted' | 'none' }

type SampleSession = { readonly hoursAgo: number; readonly model: string; readonly turns: readonly Turn[] }

const sampleSessions: readonly SampleSession[] = [
  {
    hoursAgo: 2,
    model: 'claude-opus-4-5',
    turns: [
      { asked: 'Why does the checkout forget the voucher after a reload?', end: 'ok' },
      { asked: 'Write a test for it first, then fix it.', end: 'limit' },
    ],
  },
  {
    hoursAgo: 7,
    model: 'claude-sonnet-4-5',
    turns: [{ asked: 'Rename the column customer_no to customer_number everywhere.', end: 'ok' }],
  },
  {
    hoursAgo: 26,
    model: 'claude-sonnet-4-5',
    turns: [
      { asked: 'Explain how the price list is cached.', end: 'ok' },
      { asked: 'Make the cache forget a price when it changes.', end: 'interrupted' },
      { asked: 'Only when it really changes, not on every save.', end: 'overloaded' },
    ],
  },
  {
    hoursAgo: 50,
    model: 'claude-opus-4-5',
    turns: [{ asked: 'Find the slowest query of the order list and add an index.', end: 'none' }],
  },
  {
    hoursAgo: 190,
    model: 'claude-sonnet-4-5',
    turns: [{ asked: 'Translate the error pages into French.', end: 'limit' }],
  },
  {
    hoursAgo: 360,
    model: 'claude-opus-4-5',
    turns: [{ asked: 'Review the permissions of the admin pages.', end: 'ok' }],
  },
]

const idOf = (at: number): string => `7d3f0c1e-52a4-4b6e-9c1d-${String(100_000_000_000 + at * 7_654_321)}`

/** The folder is beside the sample project: files in the project would look like the work of an agent. */
export const sampleHome = (root: string): string => join(dirname(root), 'sample-home')

export function writeSampleSessions(root: string, now: Date): void {
  for (const [at, session] of sampleSessions.entries()) {
    const began = now.getTime() - session.hoursAgo * HOUR_MS
    const records = session.turns.flatMap((turn, number) =>
      recordsOf(turn, { began: began + number * 9 * MINUTE_MS, model: session.model }),
    )
    const path = join(sampleHome(root), '.claude/projects/-shop', `${idOf(at)}.jsonl`)
    mkdirSync(dirname(path), { recursive: true })
    const common = {
      parentUuid: null,
      cwd: root,
      sessionId: idOf(at),
      version: '2.1.325',
      gitBranch: 'main',
      isSidechain: false,
    }
    writeFileSync(path, records.map((record) => `${JSON.stringify({ ...common, ...record })}\n`).join(''))
    const ended = new Date(began + session.turns.length * 9 * MINUTE_MS)
    utimesSync(path, ended, ended)
  }
}

type When = { readonly began: number; readonly model: string }

function recordsOf({ asked, end }: Turn, { began, model }: When): readonly object[] {
  const stamp = (minutes: number): string => new Date(began + minutes * MINUTE_MS).toISOString()
  const prompt = { type: 'user', timestamp: stamp(0), message: { role: 'user', content: asked } }
  return [prompt, ...endingOf(end, stamp(6), model)]
}

function endingOf(end: Turn['end'], timestamp: string, model: string): readonly object[] {
  switch (end) {
    case 'ok':
      return [said('Done. All tests pass.', { timestamp, model, stop: 'end_turn' })]
    case 'limit':
      return [refused("You've hit your 5-hour limit · resets 1pm (UTC)", 'rate_limit', timestamp)]
    case 'overloaded':
      return [
        refused(
          'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
          'server_error',
          timestamp,
        ),
      ]
    case 'interrupted':
      return [
        {
          type: 'user',
          timestamp,
          message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
        },
      ]
    case 'none':
      return [called('psql -f slow.sql', timestamp, model)]
  }
}

/** It was about to call a tool when it was cut off. */
const called = (command: string, timestamp: string, model: string): object => ({
  type: 'assistant',
  timestamp,
  message: {
    id: `msg_${timestamp}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command } }],
    stop_reason: 'tool_use',
    usage: { input_tokens: 18_400, output_tokens: 310 },
  },
})

type Said = { readonly timestamp: string; readonly model: string; readonly stop: string }

const said = (text: string, { timestamp, model, stop }: Said): object => ({
  type: 'assistant',
  timestamp,
  message: {
    id: `msg_${timestamp}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: stop,
    usage: { input_tokens: 18_400, output_tokens: 1260 },
  },
})

const refused = (text: string, error: string, timestamp: string): object => ({
  ...said(text, { timestamp, model: '<synthetic>', stop: 'stop_sequence' }),
  isApiErrorMessage: true,
  error,
})
