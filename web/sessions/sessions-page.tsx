/** The sessions that agents left on this machine, also those that Mayday did not start. */
import type { VNode } from 'preact'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { SessionRow } from '../../src/views/sessions.ts'
import { linkFor, type Address } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { useCursor } from '../cursor.ts'
import type { PageProps } from '../pages.ts'
import { Empty } from '../parts/empty.tsx'
import { LongList, useRowHeight } from '../parts/long-list.tsx'
import { RowWhy } from '../parts/row-why.tsx'
import { StateMark } from '../parts/state.tsx'
import { When } from '../parts/when.tsx'
import { failedWords, useBriefs, type Briefs } from '../reasons.ts'
import { Trouble } from '../trouble.tsx'
import { money, plural } from '../words.ts'
import { SessionFilters } from './session-filters.tsx'
import { SessionNumbers } from './session-numbers.tsx'
import { folderWords, markOf, NOT_KNOWN, sessionWord } from './session-words.ts'

const AGAIN_MS = 700
const LIMIT = 500

const keyOf = ({ id }: SessionRow): string => `session/${id}`

/** The index is filled a part at a time: the question is asked again until nothing is unread. */
function useRounds(unread: number): number {
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (unread === 0) return
    const timer = setTimeout(() => setRound((old) => old + 1), AGAIN_MS)
    return () => clearTimeout(timer)
  }, [unread, round])
  return round
}

const askedOf = ({ filter, query }: Address): Readonly<Record<string, string | number | undefined>> => ({
  agent: filter.agent,
  reason: filter.reason,
  since: filter.since,
  failed: filter.status === 'failed' ? 'true' : undefined,
  folder: query['folder'],
  here: query['here'],
})

export function SessionsPage({ address }: PageProps): VNode {
  const asked = askedOf(address)
  const [unread, setUnread] = useState(0)
  const round = useRounds(unread)
  const { answer, error } = useAsked(question(api.sessions, { query: { ...asked, limit: LIMIT } }), round)
  useEffect(() => setUnread(answer?.unread ?? 0), [answer])
  const words = (address.filter.text ?? '').toLowerCase()
  const found = useMemo(() => (answer?.sessions ?? []).filter((row) => has(row, words)), [answer, words])
  const isFiltered = Object.values(asked).some((one) => one !== undefined) || words !== ''
  return (
    <main class="page">
      <div class="head">
        <h1>Sessions</h1>
        <span class="sub" role="status">
          {answer === null ? '' : plural(found.length, 'session')}
          {answer?.hasMore === true ? ' and more' : ''}
          {unread === 0 ? '' : ` · ${unread.toLocaleString('en')} not read yet`}
        </span>
      </div>
      <Trouble error={error} />
      {answer !== null && answer.sessions.length === 0 && !isFiltered && unread === 0 ? (
        <Nothing />
      ) : (
        <>
          <SessionFilters address={address} rows={answer?.sessions ?? []} />
          <List rows={found} isKnown={answer !== null} />
          <SessionNumbers asked={asked} mark={`${round} ${unread}`} />
        </>
      )}
    </main>
  )
}

const has = ({ asked, cwd, said, branch, model, id }: SessionRow, words: string): boolean =>
  words === '' ||
  [asked, cwd ?? NOT_KNOWN, said, branch, model ?? NOT_KNOWN, id].join(' ').toLowerCase().includes(words)

function List({ rows, isKnown }: { readonly rows: readonly SessionRow[]; readonly isKnown: boolean }): VNode {
  const heightOf = useRowHeight()
  const briefs = useBriefs()
  const render = useCallback((row: SessionRow) => <Line row={row} briefs={briefs} />, [briefs])
  const cursor = useCursor(useMemo(() => [rows.map(keyOf)], [rows]))
  if (rows.length === 0)
    return isKnown ? (
      <p class="panel pad sub">
        No session fits. <a href={linkFor({ page: 'sessions' })}>Show all sessions</a>
      </p>
    ) : (
      <p class="panel pad sub">Reading the sessions of this machine.</p>
    )
  return (
    <div class="panel">
      <div class="row session-row row-head" aria-hidden="true">
        <span />
        <span>Asked</span>
        <span>Agent</span>
        <span class="c-folder">Folder</span>
        <span class="n opt">Turns</span>
        <span class="n opt">Cost</span>
        <span class="n">Last</span>
        <span>How it ended</span>
      </div>
      <LongList
        items={rows}
        heightOf={heightOf}
        keyOf={keyOf}
        render={render}
        label="Sessions, the newest first"
        cursor={cursor}
      />
    </div>
  )
}

function Line({ row, briefs }: { readonly row: SessionRow; readonly briefs: Briefs }): VNode {
  const { id, agent, status, reason, said, asked, cwd, turns, costUsd, endedAt, problem } = row
  const how = status === 'failed' && reason !== null ? briefs.get(reason) : sessionWord(status)
  return (
    <a class="row session-row s" href={linkFor({ page: 'session', id })}>
      <StateMark status={markOf(status)} words={sessionWord(status)} />
      <span class="c-title cut">{asked === '' ? 'No prompt' : asked}</span>
      <span class="c-agent sub cut">{agent}</span>
      <span class="c-folder sub cut" title={cwd ?? undefined}>
        {folderWords(cwd)}
      </span>
      <span class="n opt">{turns}</span>
      <span class="n opt">{costUsd === null ? '' : money(costUsd)}</span>
      <span class="c-when n dim">{endedAt === null ? '' : <When at={endedAt} />}</span>
      <RowWhy words={failedWords(how, said ?? problem)} code={reason} />
    </a>
  )
}

const Nothing = (): VNode => (
  <Empty
    title="No agent has left a session on this machine"
    suggestions={[
      { does: 'See which agents Mayday finds here', command: 'mayday agents' },
      { does: 'Let an agent tell Mayday how its sessions end', command: 'mayday connect claude' },
    ]}
  >
    <p>
      Claude Code, Codex and others keep a file of each session. Mayday reads these files, says how each
      session ended and why, and writes nothing into them.
    </p>
  </Empty>
)
