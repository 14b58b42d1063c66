import type { SessionRow, SessionsAnswer } from '../../../views/sessions.ts'
import { isBad } from '../../../sessions/sessions.ts'
import { countOf } from '../../../signals/count-of.ts'
import { basename } from 'node:path'
import { oneLine } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { shortTime } from '../screen/times.ts'
import { beforeWords, outcomeWords, paintStatus, shortId } from './session-words.ts'
import type { Page } from '../screen/page.ts'

export type SessionsView = Page & {
  readonly limit: number
  /** The question, in words. */
  readonly asked: readonly string[]
}

/** One aligned line for each session, at most as wide as the terminal. */
export function renderSessions(answer: SessionsAnswer, view: SessionsView): string {
  const style = styleFor(view.colour)
  const { sessions } = answer
  const lines = sessions.length === 0 ? [nothing(view)] : sessionLines(sessions, view, style)
  return `${[...lines, ...unreadable(answer), ...footer(answer, view, style)].join('\n')}\n`
}

export const sessionLines = (
  sessions: readonly SessionRow[],
  { nowMs, columns }: Pick<SessionsView, 'nowMs' | 'columns'>,
  style: Style,
): readonly string[] => tableLines(sessions, columnsFor(nowMs, style), { last: lastWords, width: columns })

const columnsFor = (nowMs: number, style: Style): readonly Column<SessionRow>[] => [
  { cell: ({ id }) => shortId(id), align: 'left', paint: (_, text) => style.bold(text), giveUp: 0 },
  {
    cell: outcomeWords,
    align: 'left',
    paint: (session, text) => paintStatus(session, style, text),
    giveUp: 0,
  },
  {
    cell: ({ endedAt }) => (endedAt === null ? '' : shortTime(endedAt, nowMs)),
    align: 'left',
    paint: (_, text) => style.dim(text),
    giveUp: 1,
  },
  { cell: ({ agent }) => agent, align: 'left', giveUp: 2 },
  { cell: ({ cwd }) => (cwd === null ? '' : oneLine(basename(cwd))), align: 'left', giveUp: 3 },
  {
    cell: ({ turns }) => (turns === 0 ? '' : countOf(turns, 'turn')),
    align: 'right',
    paint: (_, text) => style.dim(text),
    giveUp: 5,
  },
  {
    cell: ({ costUsd }) => (costUsd === null || costUsd === 0 ? '' : `$${costUsd.toFixed(2)}`),
    align: 'right',
    paint: (_, text) => style.dim(text),
    giveUp: 4,
  },
]

function lastWords({ asked, before, problem }: SessionRow): string {
  if (problem !== null && asked === '') return problem
  const earlier = beforeWords(before)
  return `${earlier === '' ? '' : `(before: ${earlier}) `}${oneLine(asked)}`
}

const nothing = ({ asked }: SessionsView): string =>
  asked.length === 0
    ? 'No sessions of an agent are on this machine yet.'
    : `No session ${asked.join(', ')}.\nSee all: mayday sessions`

const MOST_UNREADABLE = 5

function unreadable({ unreadable: places, sessions }: SessionsAnswer): readonly string[] {
  const files = sessions
    .filter(({ status }) => status === 'unreadable')
    .map(({ path, problem }) => ({ path, why: problem ?? '' }))
  return unreadSentences([...places, ...files]).map((sentence) => `! ${sentence}`)
}

/** A sentence for each unread session or place, with the cause and the advice. A row has no room for them. */
export function unreadSentences(all: SessionsAnswer['unreadable']): readonly string[] {
  const left = all.length - MOST_UNREADABLE
  return [
    ...all
      .slice(0, MOST_UNREADABLE)
      .map(({ path, why }) => `${oneLine(path)} was not read: ${oneLine(why)}.`),
    ...(left > 0 ? [`${left} more not read: mayday sessions --json`] : []),
  ]
}

function footer(
  { sessions, hasMore }: SessionsAnswer,
  { limit }: SessionsView,
  style: Style,
): readonly string[] {
  const bad = sessions.find(isBad)
  const notes = [
    hasMore ? `the newest ${limit}; more with --limit ${limit * 5}` : null,
    bad === undefined ? null : `why: mayday why ${shortId(bad.id)}`,
  ].filter((note) => note !== null)
  return notes.length === 0 ? [] : ['', style.dim(notes.join(' · '))]
}
