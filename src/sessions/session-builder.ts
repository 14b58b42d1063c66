/**
 * Builds what is known of a session while its bytes are read.
 *
 * B1 Each turn is read by a reader of its own, so that an error of one turn is not taken for that of another.
 * B2 Everything kept is redacted and bounded. B3 A turn whose end was not read proves nothing: it is undetermined.
 */
import type { FoundSession, SessionNews, SessionPlace } from '../agents/session-place.ts'
import type { Explanation } from '../diagnosis/explain.ts'
import { redact } from '../secrets/secrets.ts'
import { withoutInvisible } from '../signals/invisible.ts'
import { SignalReader } from '../agents/signal-reader.ts'
import type { Reading } from '../signals/signal.ts'
import { judgeTurn, type JudgedTurn, type TurnPlace } from './judge-turn.ts'
import type { SessionTurn } from './session-schema.ts'
import type { TurnListener } from './turn-splitter.ts'
import { TurnTally, type Tallied } from './turn-tally.ts'

/** Older turns of a longer session are counted (`before`) and not listed. */
const MOST_TURNS = 500
const MOST_FILES = 100
const ASKED_CHARS = 500
/** Secrets are masked in this many characters before the text is cut: a key that is cut in half is not recognised. */
const SEEN_CHARS = 4000

export type SessionDigest = {
  readonly turns: readonly SessionTurn[]
  /** Turns before these. */
  readonly unlisted: number
  /** All turns but the last one, listed or not. */
  readonly before: Tallied
  readonly isOpen: boolean
  readonly explanation: Explanation | null
  /** The first prompt, and its time. */
  readonly asked: string
  readonly startedAt: string | null
  readonly cwd: string | null
  readonly branch: string | null
  readonly model: string | null
  readonly parent: string | null
  readonly costUsd: number | null
  readonly tokens: number | null
  readonly files: readonly string[]
  readonly lastWords: string
  /** Its last commands and edits, oldest first, at most 20. */
  readonly actions: readonly string[]
}

type OpenTurn = {
  readonly reader: SignalReader
  /** Times like `resets 6pm` count from the end of the turn, which is known only then. */
  readonly now: Date
  asked: string
  startMs: number | null
  endMs: number | null
  /** A record has opened it. Bytes before the first such record belong to the first turn. */
  isOpened: boolean
  /** Its beginning was not read, so the next record that opens a turn opens another one. */
  readonly isRest: boolean
  /** The reader has already passed the record that opened the turn. */
  isPastPrompt: boolean
}

const NEWLINE = 10

export class SessionBuilder implements TurnListener {
  readonly #session: FoundSession
  readonly #place: SessionPlace
  readonly #secrets: readonly string[]
  readonly #turns: SessionTurn[] = []
  #first: SessionTurn | null = null
  #unlisted = 0
  readonly #before = new TurnTally()
  #last: JudgedTurn | null = null
  #current: OpenTurn
  /** Where in the file the current turn begins. */
  #from: TurnPlace
  #skipped = 0
  readonly #told: { cwd: string; branch: string; model: string; parent: string } = {
    cwd: '',
    branch: '',
    model: '',
    parent: '',
  }
  #costUsd: number | null = null
  #tokens: number | null = null
  readonly #files = new Set<string>()
  #lastWords = ''
  #actions: readonly string[] = []

  constructor(session: FoundSession, place: SessionPlace, secrets: readonly string[]) {
    this.#session = session
    this.#place = place
    this.#secrets = secrets
    this.#from = place.records === undefined ? { lines: 0, bytes: 0 } : { lines: null, bytes: null }
    this.#current = this.#newTurn()
  }

  readonly news = (news: SessionNews, atMs: number | null): void => {
    for (const key of ['cwd', 'branch', 'model', 'parent'] as const) {
      const told = news[key]
      if (told !== undefined && told !== '') this.#told[key] = this.#shown(told)
    }
    if (news.opensTurn === true) this.#open(atMs)
    if (news.asked !== undefined && this.#current.asked === '') this.#current.asked = this.#shown(news.asked)
  }

  readonly bytes = (bytes: Buffer, lastMs: number | null): void => {
    const turn = this.#current
    turn.endMs = lastMs ?? turn.endMs
    turn.startMs ??= turn.endMs
    turn.reader.push(turn.isPastPrompt ? bytes : this.#afterPrompt(turn, bytes))
  }

  /** The number of bytes that were not read (B3). What follows them is the rest of another turn. */
  skip(bytes: number): void {
    this.#skipped += bytes
    this.#close({ isEndRead: false })
    this.#current = { ...this.#newTurn(), isRest: true }
  }

  end(): SessionDigest {
    this.#close()
    const { cwd, branch, model, parent } = this.#told
    const last = this.#last
    return {
      turns: this.#turns,
      unlisted: this.#unlisted,
      before: this.#before.tallied(),
      isOpen: last?.isOpen ?? false,
      explanation: last?.explanation ?? null,
      asked: this.#first?.asked ?? '',
      startedAt: this.#first?.startedAt ?? null,
      cwd: cwd || this.#session.cwd || null,
      branch: branch === '' || branch === 'HEAD' ? null : branch,
      model: model || null,
      parent: (this.#session.parent ?? parent) || null,
      costUsd: this.#session.costUsd ?? this.#costUsd,
      tokens: this.#session.tokens ?? this.#tokens,
      files: [...this.#files],
      lastWords: this.#lastWords,
      actions: this.#actions,
    }
  }

  #newTurn(): OpenTurn {
    const now = new Date(this.#session.changedMs)
    const { agent } = this.#place
    const reader = new SignalReader({
      agent,
      file: this.#session.path,
      stage: 'agent_run',
      // A turn is never the log of a CI system or of a loop, so these readers are skipped.
      part: 'iteration',
      now,
      secrets: this.#secrets,
    })
    return {
      reader,
      now,
      asked: '',
      startMs: null,
      endMs: null,
      isOpened: false,
      isRest: false,
      isPastPrompt: true,
    }
  }

  #open(atMs: number | null): void {
    if (this.#current.isOpened || this.#current.isRest) {
      this.#close()
      this.#current = this.#newTurn()
    }
    const isPastPrompt = this.#place.format.makesPrompts !== true
    Object.assign(this.#current, { isOpened: true, isPastPrompt, startMs: atMs, endMs: atMs })
  }

  #afterPrompt(turn: OpenTurn, bytes: Buffer): Buffer {
    turn.isPastPrompt = true
    return bytes.subarray(bytes.indexOf(NEWLINE) + 1)
  }

  #close({ isEndRead } = { isEndRead: true }): void {
    const turn = this.#current
    turn.now.setTime(turn.endMs ?? this.#session.changedMs)
    const reading = turn.reader.end(null)
    const isUnanswered = turn.isOpened && this.#place.format.makesPrompts === true && reading.bytes === 0
    // The reader got no input, so it cannot know that a record is missing.
    const whole = isUnanswered ? { ...reading, structured: true } : reading
    const judged = judgeTurn(isEndRead ? whole : this.#newTurn().reader.end(null), this.#from)
    this.#from = after(this.#from, reading, this.#skipped)
    this.#skipped = 0
    if (isNothing(turn, reading)) return
    this.#last = judged
    const figures = this.#figures(reading)
    for (const file of reading.facts.files) if (this.#files.size < MOST_FILES) this.#files.add(file)
    this.#lastWords = reading.facts.lastWords || this.#lastWords
    if (reading.facts.actions.length > 0) this.#actions = reading.facts.actions
    this.#told.model = reading.facts.model ?? this.#told.model
    const told = turnOf(turn, judged, { number: this.#unlisted + this.#turns.length + 1, ...figures })
    this.#first ??= told
    const previous = this.#turns.at(-1)
    if (previous !== undefined) this.#before.add(previous)
    this.#turns.push(told)
    if (this.#turns.length <= MOST_TURNS) return
    this.#turns.shift()
    this.#unlisted += 1
  }

  /** The cost of the turn, from the total cost of the session so far. */
  #figures({ facts }: Reading): { costUsd: number | null; tokens: number | null } {
    const { figures } = this.#place.format
    const cost = taken(facts.costUsd, this.#costUsd, figures.costUsd)
    const tokens = taken(facts.tokens, this.#tokens, figures.tokens)
    this.#costUsd = cost.total
    this.#tokens = tokens.total
    return { costUsd: cost.own, tokens: tokens.own }
  }

  #shown(told: string): string {
    const safe = redact(told.slice(0, SEEN_CHARS), this.#secrets)
    return withoutInvisible(safe).replaceAll(/\s+/g, ' ').trim().slice(0, ASKED_CHARS)
  }
}

const after = ({ lines, bytes }: TurnPlace, reading: Reading, skipped: number): TurnPlace => ({
  lines: lines === null || skipped > 0 ? null : lines + reading.lines,
  bytes: bytes === null ? null : bytes + reading.bytes + skipped,
})

function taken(
  told: number | null,
  before: number | null,
  from: 'session' | 'turn',
): { readonly own: number | null; readonly total: number | null } {
  if (told === null) return { own: null, total: before }
  return from === 'turn'
    ? { own: told, total: (before ?? 0) + told }
    : { own: Math.max(0, told - (before ?? 0)), total: told }
}

/** A command that the agent carries out itself asks no model; a file without a prompt or an agent's record has no turn. */
function isNothing({ asked, isOpened }: OpenTurn, { signals, facts }: Reading): boolean {
  const isSilent = !facts.answered && signals.length === 0
  return isSilent && (!isOpened || asked.startsWith('/'))
}

function turnOf(
  { asked, startMs, endMs }: OpenTurn,
  { status, explanation }: JudgedTurn,
  more: Pick<SessionTurn, 'number' | 'costUsd' | 'tokens'>,
): SessionTurn {
  const [evidence] = explanation.evidence
  return {
    asked,
    startedAt: instantOf(startMs),
    endedAt: instantOf(endMs),
    status,
    reason: status === 'undetermined' ? null : explanation.reason,
    said: status === 'succeeded' || evidence === undefined ? null : evidence.excerpt,
    line: evidence?.line ?? null,
    resetAt: explanation.resetAt ?? null,
    ...more,
  }
}

const instantOf = (ms: number | null): string | null =>
  ms === null || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString()
