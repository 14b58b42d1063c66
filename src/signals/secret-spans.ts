/**
 * Finds the secrets in the bytes of a log as they come, however long it and its lines are.
 *
 * N1 Where secrets are depends on the bytes alone, not on how they were cut: a candidate is decided once, when all
 * that it depends on has come. That is its line (K3), or `LONGEST` bytes and the known secrets that begin in them.
 * N2 Nothing that comes later changes what lies before the settled place.
 * N3 Memory holds the bytes that are not decided, a few lines or some times 64 KiB, and the spans.
 */
import { KnownSecrets } from './known-secrets.ts'
import type { FoundSecrets } from './secret-found.ts'
import type { Candidate } from './secret-judge.ts'
import { isOpenKey, privateKeyFinder } from './secret-pem.ts'
import { isLikelyAt, planSearch, type SecretPlan } from './secret-plan.ts'
import { SecretRound } from './secret-round.ts'
import { LONGEST, LOOK_BACK } from './secret-shapes.ts'
import { SecretSpanList, type ByteSpan } from './secret-span-list.ts'
import { SecretView } from './secret-view.ts'
import { SecretWindow } from './secret-window.ts'

/** Bytes that are looked through at once: they stay in a processor's cache. */
const BATCH = 64 * 1024

/** Secrets behind secrets are not followed for ever. */
const MOST_ROUNDS = 4

export class SecretSpans {
  readonly #secrets: readonly string[]
  #made: SecretPlan | null = null
  readonly #window = new SecretWindow()
  readonly #list = new SecretSpanList()
  readonly #known = new KnownSecrets()
  readonly #rounds: readonly SecretRound[] = Array.from({ length: MOST_ROUNDS }, () => new SecretRound())
  #candidates: readonly Candidate[] = []
  #scanned = 0
  /** Where the bytes ended when something was last decided. */
  #seen = 0
  /** All rounds have decided what lies before. */
  #decided = 0
  #settled = 0

  /** `secrets` are values that are known, see `secretsFromEnv`; everything shaped like a key is found as well. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
  }

  /** Made when there is something to look for: many a log is empty. */
  get #plan(): SecretPlan {
    this.#made ??= planSearch(this.#secrets)
    return this.#made
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += BATCH) {
      this.#window.add(chunk.subarray(at, at + BATCH), this.#decided - LOOK_BACK)
      if (this.#window.end - this.#seen >= BATCH) this.#decide(false)
    }
  }

  /** Decides what can be decided, and gives the place before which nothing changes any more. */
  settle(): number {
    if (this.#window.end > this.#seen) this.#decide(false)
    return this.#settled
  }

  /** All that was found so far; some that is not settled may be missing. */
  get spans(): readonly ByteSpan[] {
    return this.#list.all()
  }

  /** No more bytes come: everything is decided. */
  end(): readonly ByteSpan[] {
    if (this.#window.end > 0) this.#decide(true)
    return this.#list.all()
  }

  /** Forgets spans that end at or before a place. */
  dropUntil(place: number): void {
    this.#list.dropUntil(place)
  }

  #decide(isLast: boolean): void {
    const fresh = this.#scan()
    this.#candidates = this.#candidates.length === 0 ? fresh : [...this.#candidates, ...fresh]
    const view = this.#view(isLast)
    this.#runRounds(view, isLast ? view.end : this.#horizon(view))
    const { decided } = this.#rounds.at(-1) ?? { decided: 0 }
    this.#keep(this.#decided, decided)
    this.#settled = Math.max(this.#settled, this.#settledBy(decided, isLast))
    this.#decided = decided
    this.#seen = this.#window.end
  }

  #view(isLast: boolean): SecretView {
    const { end, bytes } = this.#window
    const from = Math.max(this.#window.from, this.#decided - LOOK_BACK)
    return new SecretView({ from, end, isLast }, () => bytes.subarray(from - this.#window.from))
  }

  /** Collects what may be a secret in the bytes that came. */
  #scan(): readonly Candidate[] {
    const { from, end, bytes } = this.#window
    const { scan, places } = this.#plan
    const candidates: Candidate[] = []
    this.#known.lookAgain(this.#window)
    const to = Math.max(this.#scanned, end - 2)
    scan.scan(bytes, this.#scanned - from, to - from, (at, id) => {
      for (const { kind, offset } of places[id] ?? []) {
        const literal = at - offset
        if (kind.kind === 'known') this.#known.look(kind.needle, from + literal, this.#window)
        else if (isLikelyAt(kind, bytes, literal)) {
          candidates.push({ at: from + at, start: from + literal - kind.finder.back, finder: kind.finder })
        }
      }
    })
    this.#scanned = to
    this.#known.keep()
    return candidates
  }

  /** Candidates before this place depend on nothing that is still to come. */
  #horizon(view: SecretView): number {
    const { from, end, bytes } = this.#window
    const [first] = this.#rounds
    const atLeast = Math.max(first?.decided ?? 0, end - LONGEST - this.#plan.longestNeedle)
    let horizon = this.#window.lineStart(end, atLeast)
    if (horizon <= atLeast) return atLeast
    const open = this.#candidates.find(
      ({ at, start, finder }) =>
        finder === privateKeyFinder && at < horizon && isOpenKey(view.text, start - view.from),
    )
    if (open !== undefined) horizon = this.#window.lineStart(open.at, atLeast)
    for (const needle of this.#plan.needlesWithLineEnds) {
      const begun = needle.begunIn(bytes, 0, horizon - from)
      if (begun !== null) horizon = this.#window.lineStart(from + begun, atLeast)
    }
    return horizon
  }

  /** Where candidates are decided until a place, no later one reaches back before this. */
  #settledBy(decided: number, isLast: boolean): number {
    return isLast || this.#window.isLineStart(decided) ? decided : Math.max(0, decided - LOOK_BACK)
  }

  /** Each round goes as far as the one before it lets it see, and looks where that found something. */
  #runRounds(view: SecretView, horizon: number): void {
    let until = horizon
    let seen = view
    let found: readonly FoundSecrets[] = []
    const masks: FoundSecrets[] = [this.#known.found]
    for (const [index, round] of this.#rounds.entries()) {
      const last = found
      until = Math.max(until, round.decided)
      round.decide(seen, until, this.#candidates, (one) => index === 0 || this.#isNear(one, last))
      found = index === 0 ? [this.#known.found, round.found] : [round.found]
      masks.push(round.found)
      const settled = this.#settledBy(until, view.isLast)
      const some = [...masks]
      seen = view.changed(settled, (bytes, from) => some.forEach((mask) => mask.maskIn(bytes, from)))
      if (settled < until) until = settled - LONGEST
    }
  }

  /** Could what was found change what this is? */
  #isNear({ start, finder }: Candidate, found: readonly FoundSecrets[]): boolean {
    const [from, most] = [start - LOOK_BACK, start + LONGEST]
    if (finder === privateKeyFinder || !found.some((one) => one.isNear(from, most))) return false
    const lineEnd = this.#window.lineEnd(start, most)
    return found.some((one) => one.isNear(from, lineEnd))
  }

  /** Keeps what all rounds found and known secrets from `from` to before `to`, and forgets what it needs no more. */
  #keep(from: number, to: number): void {
    const found = [this.#known.found, ...this.#rounds.map((round) => round.found)]
    const spans = found.flatMap((one) => one.between(from, to))
    for (const span of spans.toSorted((a, b) => a.from - b.from)) this.#list.add(span.from, span.to)
    for (const one of found) one.forgetBefore(to - LOOK_BACK)
    this.#candidates = this.#candidates.filter(({ at }) => at >= to)
  }
}
