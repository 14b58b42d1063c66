/** Answers questions about sessions: lists them, reads one, finds the newest that ended badly. */
import { sessionPlaces } from '../agents/session-places.ts'
import type { Look } from '../agents/session-place.ts'
import type { Explanation } from '../diagnosis/explain.ts'
import { explainByLog } from '../agents/explain-session.ts'
import { keepSession, parseKept } from './kept-session.ts'
import { Liveness } from './liveness.ts'
import { readSession } from './read-session.ts'
import { refreshIndex, type Present, type Refreshed, type RefreshOptions } from './refresh-index.ts'
import { openIndex, type IndexQuestion, type SessionIndex } from './session-index.ts'
import type { SessionDetail, SessionList, SessionRow, SessionTurn } from './session-schema.ts'
import type { Tallied } from './turn-tally.ts'

export type SessionsOptions = Pick<RefreshOptions, 'secrets' | 'most' | 'progress'> & {
  readonly look: Look
  readonly nowMs: number
}

export type SessionFilter = {
  readonly sinceMs?: number
  readonly agent?: string
  readonly failed?: boolean
  readonly reason?: string
  readonly folder?: string
  /** The beginning or the end of an id. */
  readonly id?: string
}

/** What `--failed` lists: sessions that ended badly. An interrupt by the person is not a failure. */
const BAD = ['failed', 'cut-off'] as const

export const isBad = ({ status }: Pick<SessionRow, 'status'>): boolean => BAD.some((one) => one === status)

/** All sessions of this machine, as the index knows them after a look at every place. */
export class Sessions implements Disposable {
  readonly #index: SessionIndex
  readonly #refreshed: Refreshed
  readonly #liveness: Liveness
  readonly #options: SessionsOptions
  /** Why the index cannot be kept; null if it is kept. */
  readonly problem: string | null

  private constructor(
    { index, problem }: ReturnType<typeof openIndex>,
    refreshed: Refreshed,
    options: SessionsOptions,
  ) {
    this.#index = index
    this.problem = problem
    this.#refreshed = refreshed
    this.#liveness = new Liveness(options.look, options.nowMs)
    this.#options = options
  }

  static open(options: SessionsOptions): Sessions {
    const opened = openIndex(options.look.env)
    const refreshed = refreshIndex(opened.index, { ...options, places: sessionPlaces })
    return new Sessions(opened, refreshed, options)
  }

  /** Changed sessions that this look did not read. */
  get unread(): number {
    return this.#refreshed.unread
  }

  /** Places that could not be listed: their sessions are missing in every answer. */
  get unreadable(): SessionList['unreadable'] {
    return this.#refreshed.unreadable
  }

  list(filter: SessionFilter, limit: number): SessionList {
    const subagents = this.#index.subagents()
    const sessions: SessionRow[] = []
    let hasMore = false
    for (const { row } of this.rows(filter)) {
      hasMore = sessions.length === limit
      if (hasMore) break
      sessions.push({ ...row, subagents: subagents.get(row.id) ?? 0 })
    }
    return { sessions, hasMore, unreadable: this.unreadable, unread: this.unread }
  }

  /** Newest first. */
  *rows(filter: SessionFilter): Generator<SessionAt> {
    for (const { key, kept: text } of this.#index.newest(questionOf(filter))) {
      const present = this.#refreshed.present.get(key)
      const kept = present === undefined ? null : parseKept(text)
      if (present === undefined || kept === null) continue
      const row = this.#liveness.rowOf(kept, present)
      if (fitsFilter(row, filter)) yield { row, present, last: kept.last, before: kept.before }
    }
  }

  /** The session itself, read again as a whole. */
  async read({ present, row }: SessionAt): Promise<SessionDetail> {
    const { found, place } = present
    const told = readSession(found, place, this.#options.secrets)
    const { digest } = told
    const now =
      digest === null
        ? { ...row, problem: told.problem }
        : this.#liveness.rowOf(keepSession(place.agent, found, told), present)
    const subagents = this.#index.subagents().get(row.id) ?? 0
    const explanation =
      now.status === 'live' ? null : await this.#explained(present, digest?.explanation ?? null)
    return {
      ...now,
      ...(explanation === null || now.status !== 'cut-off' ? {} : withLog(explanation)),
      subagents,
      turnList: digest?.turns ?? [],
      files: digest?.files ?? [],
      lastWords: digest?.lastWords ?? '',
      explanation,
    }
  }

  /** Copilot CLI reports some failures only in the log of its process. */
  async #explained({ found }: Present, told: Explanation | null): Promise<Explanation | null> {
    if (told === null) return null
    return (await explainByLog(found.path, told, { secrets: this.#options.secrets })) ?? told
  }

  [Symbol.dispose](): void {
    this.#index[Symbol.dispose]()
  }
}

/** A session in the index. */
export type SessionAt = {
  readonly row: SessionRow
  readonly present: Present
  readonly last: SessionTurn | null
  readonly before: Tallied
}

function withLog({ reason, rule, evidence }: Explanation): Partial<SessionRow> {
  if (rule === 'unknown.cut-off') return {}
  return { status: 'failed', reason, said: evidence[0]?.excerpt ?? null }
}

function questionOf({ sinceMs, agent, failed, folder, id }: SessionFilter): IndexQuestion {
  return {
    ...(sinceMs === undefined ? {} : { sinceMs }),
    ...(agent === undefined ? {} : { agent }),
    ...(failed === true ? { statuses: BAD } : {}),
    ...(folder === undefined ? {} : { folder }),
    ...(id === undefined ? {} : { id }),
  }
}

/** The index cannot know whether a session is live now. */
const fitsFilter = (row: SessionRow, { failed, reason }: SessionFilter): boolean =>
  (failed !== true || isBad(row)) &&
  (reason === undefined || row.reason === reason || Object.hasOwn(row.before.failed, reason))
