/** The tasks that the scheduler of the sample really runs. */
import type { SampleLog } from './sample-logs.ts'

export type PlayedTask = {
  readonly title: string
  readonly agent: string
  readonly phase: string | null
  /** Of each attempt. */
  readonly logs: readonly SampleLog[]
  readonly seconds: number
}

export const playedAgents: readonly string[] = ['claude', 'codex', 'gemini', 'opencode']

export const livelyTasks: readonly PlayedTask[] = [
  { title: 'Rename the account page', agent: 'codex', phase: '4-01', logs: ['ok'], seconds: 25 },
  {
    title: 'Round the totals of the cart',
    agent: 'gemini',
    phase: '4-02',
    logs: ['tests', 'ok'],
    seconds: 12,
  },
  { title: 'Let people undo a deletion', agent: 'codex', phase: '4-03', logs: ['ok'], seconds: 40 },
  { title: 'Show who is on call', agent: 'opencode', phase: '4-04', logs: ['unknown'], seconds: 15 },
  { title: 'Ask before a large export', agent: 'codex', phase: '4-05', logs: ['build', 'ok'], seconds: 20 },
]

const VERBS = ['Test', 'Document', 'Translate', 'Speed up', 'Cache', 'Check', 'Log', 'Paginate']
/** The number of things and the number of verbs have no common divisor, so that titles repeat late. */
const THINGS = [
  'the order history',
  'the price list',
  'the invoices',
  'the sign-up form',
  'the search',
  'the basket',
  'the export',
  'the audit log',
  'the address form',
  'the stock list',
  'the refunds',
  'the coupons',
  'the delivery dates',
]
/** Claude is left out: its limit is used up in the sample, so its tasks would only wait. */
const AGENTS = ['codex', 'gemini', 'codex', 'opencode']
/** Most tasks succeed, some at the second attempt. */
const COURSES: readonly (readonly SampleLog[])[] = [
  ['ok'],
  ['tests', 'ok'],
  ['ok'],
  ['ok'],
  ['ok'],
  ['unknown', 'ok'],
  ['ok'],
]
/** One of this many tasks needs a person: about five in an hour. */
const HARD = 24

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

/** The tasks that are added one after the other while the demo is open. */
export function laterTask(at: number): PlayedTask {
  const round = Math.floor(at / (VERBS.length * THINGS.length))
  return {
    title: `${pick(VERBS, at)} ${pick(THINGS, at)}${round === 0 ? '' : `, part ${round + 1}`}`,
    agent: pick(AGENTS, at) ?? 'codex',
    phase: `${5 + Math.floor(at / VERBS.length)}-0${1 + (at % VERBS.length)}`,
    logs: at % HARD === HARD - 1 ? ['tests'] : (pick(COURSES, at) ?? ['ok']),
    seconds: 30 + ((at * 37) % 70),
  }
}
