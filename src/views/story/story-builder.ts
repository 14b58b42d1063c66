/**
 * Groups what an agent tells into turns.
 *
 * T1 A part of a story ends before a turn, or in the middle of one that is too long. The next part continues there.
 * T2 Texts are bounded. The offset of each entry leads to the whole text.
 */
import type { StoryItem } from '../../agents/story-item.ts'
import { Clip } from './clip.ts'
import { finishTurn, openTurn, placed, resultOf } from './open-turn.ts'
import type { OpenEntry, OpenTurn, Place, StageHead } from './open-turn.ts'
import type { StoryEntry, StoryTurn } from './story-schema.ts'
import { inputText, oneLine, toolWords } from './tool-words.ts'

/** Where a part of the story begins, and how many turns came before. */
export type StoryPlace = Place & { readonly turn: number }

export type StoryLimits = { readonly turns: number; readonly chars: number; readonly isBrief: boolean }

type Call = Extract<StoryItem, { readonly kind: 'call' }>
type Result = Extract<StoryItem, { readonly kind: 'result' }>
type Said = Exclude<StoryItem, { readonly kind: 'call' | 'result' | 'usage' | 'turn' }>

const WORDS = [16_000, 4000] as const
const RESULT = [3000, 3000] as const
const INPUT = [3000, 0] as const
const MOST_GIST = 140

export class StoryBuilder {
  readonly #turns: OpenTurn[] = []
  readonly #limits: StoryLimits
  readonly #knownPrompt: string
  #number: number
  #chars = 0
  #begins: { readonly answer: string } | null = null
  #stopped: StoryPlace | null = null
  readonly #continues: boolean

  constructor(from: StoryPlace & { readonly continues: boolean }, limits: StoryLimits, knownPrompt = '') {
    this.#number = from.turn
    this.#continues = from.continues
    this.#limits = limits
    this.#knownPrompt = knownPrompt.trim()
  }

  /** T1. The part is complete. The next part begins there. */
  get stopped(): StoryPlace | null {
    return this.#stopped
  }

  get turn(): number {
    return this.#number
  }

  /** Whether the last turn is still open: its results may follow. */
  get isInTurn(): boolean {
    return this.#turns.at(-1)?.kind === 'turn'
  }

  /** The prompt that Mayday gave. The log does not contain it. */
  prompt(text: string, at: string | null): void {
    const turn = this.#open('prompt', { offset: 0, line: 1 }, null)
    const said: Said = { kind: 'prompt', text }
    this.#say(turn, at === null ? said : { ...said, atMs: Date.parse(at) }, { offset: 0, line: 1 })
  }

  stage(head: StageHead, place: Place): void {
    const turn = this.#open('stage', place, head)
    if (head.startedAt !== null) turn.firstMs = Date.parse(head.startedAt)
  }

  /** One line of a stage that is not the agent's. */
  output(line: string, place: Place, to: number): void {
    if (this.#stopped === null) this.#take({ kind: 'output', text: line, joins: 'line' }, place, to)
  }

  add(item: StoryItem, place: Place, to: number): void {
    if (this.#stopped === null) this.#take(item, place, to)
  }

  #take(item: StoryItem, place: Place, to: number): void {
    if (item.kind === 'turn') {
      this.#begins = { answer: item.answer ?? '' }
      return
    }
    if (item.kind === 'prompt' && this.#isKnown(item.text)) return
    const turn = this.#turnFor(item, place)
    if (turn === null) return
    turn.to = Math.max(turn.to, to)
    if (item.atMs !== undefined) {
      turn.firstMs ??= item.atMs
      turn.lastMs = item.atMs
    }
    if (item.kind === 'usage') this.#use(turn, item)
    else if (item.kind === 'call') this.#call(turn, item, place)
    else if (item.kind === 'result') this.#result(turn, item, place)
    else this.#say(turn, item, place)
  }

  #isKnown(prompt: string): boolean {
    const said = prompt.trim()
    return this.#knownPrompt !== '' && (said === '' || this.#knownPrompt.includes(said))
  }

  /** The turn that an item belongs to; null if the part is full. */
  #turnFor(item: StoryItem, place: Place): OpenTurn | null {
    const last = this.#turns.at(-1)
    switch (item.kind) {
      case 'prompt':
        return last?.kind === 'prompt' ? last : this.#next('prompt', place)
      case 'words':
      case 'thought':
      case 'call':
        return this.#answerTurn(item, place)
      case 'retry':
      case 'compaction':
        // A request after the results of tools belongs to the next turn.
        return last?.kind === 'turn' && !last.hasResult ? last : this.#next('turn', place)
      default:
        return last ?? this.#next(this.#continues ? 'turn' : 'note', place)
    }
  }

  #answerTurn(item: StoryItem, place: Place): OpenTurn | null {
    const last = this.#turns.at(-1)
    const answer = item.answer ?? this.#begins?.answer ?? ''
    const isNext =
      last?.kind !== 'turn' ||
      (hasAnswer(last) &&
        ((this.#begins !== null && (answer === '' || last.answer !== answer)) ||
          (answer === '' ? last.hasResult : last.answer !== '' && last.answer !== answer)))
    this.#begins = null
    const turn = isNext ? this.#next('turn', place) : last
    if (turn !== null && turn.answer === '') turn.answer = answer
    return turn
  }

  #next(kind: 'prompt' | 'turn' | 'note', place: Place): OpenTurn | null {
    const isFull =
      this.#turns.length > 0 &&
      (this.#turns.length >= this.#limits.turns || this.#chars >= this.#limits.chars)
    // A part of a record would be lost, so the part ends only where a record or a line begins.
    if (isFull && this.#turns.at(-1)?.place.offset !== place.offset) {
      this.#stopped = { ...place, turn: this.#number }
      return null
    }
    return this.#open(kind, place, null)
  }

  #open(kind: StoryTurn['kind'], place: Place, head: StageHead | null): OpenTurn {
    const continues = this.#continues && this.#turns.length === 0 && kind === 'turn'
    if (kind === 'turn' && !continues) this.#number += 1
    const number = kind === 'turn' ? this.#number : null
    const turn = openTurn({ kind, turn: number, head, place, continues })
    this.#turns.push(turn)
    return turn
  }

  #use(turn: OpenTurn, { costUsd, tokens }: Extract<StoryItem, { readonly kind: 'usage' }>): void {
    if (costUsd !== undefined) turn.costUsd = (turn.costUsd ?? 0) + costUsd
    // The lines of one answer repeat its tokens.
    if (tokens !== undefined) turn.tokens = Math.max(turn.tokens ?? 0, Math.round(tokens))
  }

  #call(turn: OpenTurn, item: Call, place: Place): void {
    const known = turn.entries.some(({ kind, id }) => kind === 'tool' && id !== '' && id === item.id)
    if (known) return
    turn.calls += 1
    const words = toolWords(item.tool, item.input)
    if (turn.gist === '') turn.gist = `${words.verb} ${words.target}`.slice(0, MOST_GIST)
    const input = new Clip(...INPUT)
    if (!this.#limits.isBrief) input.add(inputText(item.input))
    const entry: OpenEntry = {
      kind: 'tool',
      clip: input,
      id: item.id,
      result: null,
      finish: () => ({
        kind: 'tool',
        tool: item.tool,
        ...words,
        input: input.shown,
        result: resultOf(entry),
        ...placed(place, item.atMs),
      }),
    }
    this.#keep(turn, entry, input.shown.text.length)
  }

  #result(turn: OpenTurn, item: Result, place: Place): void {
    turn.hasResult = true
    const entry = this.#called(turn, item.id) ?? this.#unknownCall(turn, place)
    if (item.isError && entry.result?.isError !== true) turn.errors += 1
    entry.result ??= { clip: new Clip(...RESULT), isError: false, place }
    entry.result.isError ||= item.isError
    if (this.#limits.isBrief) return
    entry.result.clip.add(item.text)
    this.#chars += Math.min(item.text.length, RESULT[0] + RESULT[1])
  }

  /** Results without an id belong to the last call. */
  #called(turn: OpenTurn, id: string): OpenEntry | null {
    const calls = turn.entries.filter(({ kind }) => kind === 'tool')
    return (id === '' ? calls.at(-1) : calls.findLast((call) => call.id === id)) ?? null
  }

  /** The call was told in an earlier turn or part. */
  #unknownCall(turn: OpenTurn, place: Place): OpenEntry {
    this.#call(turn, { kind: 'call', id: '', tool: 'an earlier call', input: {} }, place)
    const found = turn.entries.at(-1)
    if (found === undefined) throw new Error('a call was kept as an entry')
    return found
  }

  #say(turn: OpenTurn, item: Said, place: Place): void {
    if (item.kind === 'error') turn.errors += 1
    if (item.kind === 'retry') turn.waits += 1
    if (turn.gist === '' && item.text.trim() !== '') turn.gist = oneLine(item.text).slice(0, MOST_GIST)
    const last = turn.entries.at(-1)
    const isMore = item.joins !== undefined && last?.kind === item.kind
    if (isMore) {
      if (!this.#limits.isBrief) last.clip.add(joined(item))
      return
    }
    if (item.text.trim() === '' && item.kind !== 'output') return
    const clip = item.kind === 'output' ? new Clip(...RESULT) : new Clip(...WORDS)
    if (!this.#limits.isBrief) clip.add(joined(item))
    const { kind, atMs } = item
    const finish = (): StoryEntry => ({ kind, ...clip.shown, ...placed(place, atMs) })
    this.#keep(turn, { kind, clip, id: '', result: null, finish }, item.text.length)
  }

  #keep(turn: OpenTurn, entry: OpenEntry, chars: number): void {
    turn.entries.push(entry)
    this.#chars += Math.min(chars, WORDS[0])
  }

  finish(): readonly StoryTurn[] {
    const { isBrief } = this.#limits
    return this.#turns.map((turn, at) => finishTurn(turn, this.#turns[at + 1] ?? null, isBrief))
  }
}

/** A turn that has only retried its request so far is not over. */
const hasAnswer = ({ entries, hasResult }: OpenTurn): boolean =>
  hasResult || entries.some(({ kind }) => kind === 'words' || kind === 'thought' || kind === 'tool')

const joined = ({ text, joins }: Said): string => (joins === 'line' ? `${text}\n` : text)
