/**
 * The text of an output without its envelope.
 *
 * T1 Nothing is copied: the text is unwrapped block by block, and the line of a place is looked up in its block. T2 A
 * line of the output is a line inside, unless the envelope itself wrote it.
 */
import type { Encoding } from '../bytes/encoding.ts'
import type { Block } from '../bytes/line-blocks.ts'
import { linesOf, type Line } from '../bytes/lines.ts'
import { plain } from '../bytes/plain.ts'
import { work } from '../bytes/work.ts'
import type { Signal } from '../signal.ts'
import type { CiSystem } from './ci-system.ts'
import { placeIn } from './step-text.ts'

export class WrappedText {
  readonly #blocks: readonly Block[]
  readonly #encoding: Encoding
  readonly #envelope: CiSystem
  /** The number of lines before each block. */
  readonly #starts: number[] = []
  /** The numbers of the lines that the envelope wrote, counted from 0. They are few. */
  readonly #edges: number[] = []
  /** The lines of one block. Places next to each other are often looked up one after another. */
  #found: { readonly block: number; readonly lines: readonly Line[] } | null = null

  constructor(envelope: CiSystem, blocks: readonly Block[], encoding: Encoding) {
    this.#envelope = envelope
    this.#blocks = blocks
    this.#encoding = encoding
  }

  /** The text, in pieces of whole lines. */
  *pieces(): Generator<string> {
    const read = this.#envelope.open()
    let number = 0
    let isFirst = true
    for (const block of this.#blocks) {
      this.#starts.push(number)
      const inside: string[] = []
      for (const { raw } of linesOf(block, this.#encoding)) {
        const text = plain(raw).trimEnd()
        work.shown += text.length + 1
        const { prefix, is } = read(text)
        if (is.kind === 'text') inside.push(text.slice(prefix))
        else this.#edges.push(number)
        number += 1
      }
      if (inside.length === 0) continue
      yield `${isFirst ? '' : '\n'}${inside.join('\n')}`
      isFirst = false
    }
  }

  /** The signal with its place in the file. */
  placed(signal: Signal): Signal {
    const line = signal.at === null ? undefined : this.#lineAt(signal.at.line)
    if (signal.at === null || line === undefined) return signal
    const text = plain(line.raw).trimEnd()
    const inside = text.slice(this.#envelope.open()(text).prefix)
    return { ...signal, at: placeIn(line, inside, signal.at, (part) => this.#encoding.encode(part)) }
  }

  /** The line of the file for a line inside, which is counted from 1. */
  #lineAt(inside: number): Line | undefined {
    let number = inside - 1
    for (const edge of this.#edges) if (edge <= number) number += 1
    const at = this.#starts.findLastIndex((start) => start <= number)
    const block = this.#blocks[at]
    if (block === undefined) return undefined
    if (this.#found?.block !== at) this.#found = { block: at, lines: [...linesOf(block, this.#encoding)] }
    return this.#found.lines[number - (this.#starts[at] ?? 0)]
  }
}
