/**
 * Tells for a line which of many cues may match it, in one pass over its characters: an automaton over the
 * words that each cue needs (Aho and Corasick). Asking sixty expressions of every line of 8 MiB takes
 * seconds, this takes a tenth of one.
 */
import { needsOf } from './cue-literals.ts'

/** Upper case is folded; everything beyond ASCII is one letter: the cue itself decides in the end. */
const LETTERS = 128
const letterOf = (code: number): number => (code >= 127 ? 127 : code >= 65 && code <= 90 ? code + 32 : code)

const LETTER = Uint8Array.from({ length: 256 }, (_, code) => letterOf(code))

/** A set of cues is two numbers of this many bits. */
const BITS = 32
const MOST_CUES = 2 * BITS

type Node = { readonly next: Map<number, number>; readonly cues: Set<number> }

export class CueIndex {
  readonly #cues: readonly RegExp[]
  /** What has no word to look for, mostly anchored at the line's start, for each cue and for all at once. */
  readonly #rest: readonly { readonly cue: number; readonly form: RegExp }[]
  readonly #anyRest: RegExp
  readonly #step: Uint16Array
  /** For each state the cues whose words end there: the first 32 and the others. */
  readonly #low: Int32Array
  readonly #high: Int32Array

  constructor(cues: readonly RegExp[]) {
    if (cues.length > MOST_CUES)
      throw new RangeError(`an index of at most ${MOST_CUES} cues, not ${cues.length}`)
    this.#cues = cues
    const needs = cues.map((cue) => needsOf(cue.source))
    const rest = needs.flatMap(({ rest: source }, cue) => (source === null ? [] : [{ cue, source }]))
    this.#rest = rest.map(({ cue, source }) => ({ cue, form: new RegExp(source, cues[cue]?.flags) }))
    // A cue that ignores case is asked without it here: the whole cue decides in the end.
    this.#anyRest = new RegExp(rest.length === 0 ? '(?!)' : rest.map(({ source }) => source).join('|'), 'i')
    const nodes = grow(needs.map(({ words }) => words))
    this.#step = connect(nodes)
    this.#low = Int32Array.from(nodes, ({ cues: found }) => bitsOf(found, 0))
    this.#high = Int32Array.from(nodes, ({ cues: found }) => bitsOf(found, BITS))
  }

  /** Indexes of the cues that match the line, in order. */
  matching(line: string): readonly number[] {
    const step = this.#step
    let low = 0
    let high = 0
    let state = 0
    for (let i = 0; i < line.length; i += 1) {
      const code = line.charCodeAt(i)
      state = step[state * LETTERS + (code > 255 ? 127 : (LETTER[code] ?? 127))] ?? 0
      low |= this.#low[state] ?? 0
      high |= this.#high[state] ?? 0
    }
    if (this.#anyRest.test(line)) {
      for (const { cue, form } of this.#rest) {
        if (!form.test(line)) continue
        if (cue < BITS) low |= 1 << cue
        else high |= 1 << (cue - BITS)
      }
    }
    const found: number[] = []
    if (low !== 0) this.#certain(low, 0, line, found)
    if (high !== 0) this.#certain(high, BITS, line, found)
    return found
  }

  /** Of the possible cues those that do match. */
  #certain(possible: number, from: number, line: string, found: number[]): void {
    for (let bits = possible; bits !== 0; bits &= bits - 1) {
      const cue = from + 31 - Math.clz32(bits & -bits)
      if (this.#cues[cue]?.test(line) === true) found.push(cue)
    }
  }
}

function bitsOf(cues: ReadonlySet<number>, from: number): number {
  let bits = 0
  for (const cue of cues) if (cue >= from && cue < from + BITS) bits |= 1 << (cue - from)
  return bits
}

/** The tree of all words. */
function grow(words: readonly (readonly string[])[]): readonly Node[] {
  const nodes: Node[] = [{ next: new Map(), cues: new Set() }]
  for (const [cue, list] of words.entries()) {
    for (const word of list) {
      let state = 0
      for (const letter of word) state = descend(nodes, state, letterOf(letter.charCodeAt(0)))
      nodes[state]?.cues.add(cue)
    }
  }
  return nodes
}

function descend(nodes: Node[], state: number, letter: number): number {
  const known = nodes[state]?.next.get(letter)
  if (known !== undefined) return known
  nodes[state]?.next.set(letter, nodes.length)
  nodes.push({ next: new Map(), cues: new Set() })
  return nodes.length - 1
}

/** Where each letter leads from each state. A state also ends with the shorter words that it falls back to. */
function connect(nodes: readonly Node[]): Uint16Array {
  const step = new Uint16Array(nodes.length * LETTERS)
  const fallback = new Uint16Array(nodes.length)
  const queue = [0]
  for (let at = 0; at < queue.length; at += 1) {
    const state = queue[at] ?? 0
    const back = (fallback[state] ?? 0) * LETTERS
    if (state !== 0) step.copyWithin(state * LETTERS, back, back + LETTERS)
    for (const cue of nodes[fallback[state] ?? 0]?.cues ?? []) nodes[state]?.cues.add(cue)
    for (const [letter, to] of nodes[state]?.next ?? []) {
      fallback[to] = state === 0 ? 0 : (step[back + letter] ?? 0)
      step[state * LETTERS + letter] = to
      queue.push(to)
    }
  }
  return step
}
