/**
 * Tells a part of a transcript of any size.
 *
 * Y1 Only the part and the beginning are read, so the first screen of a large file comes at once. Y2 Every part can be
 * asked for alone: where it begins is all that must be known.
 */
import { detectEncoding } from '../../signals/bytes/encoding.ts'
import { LineBlocks, type Block } from '../../signals/bytes/line-blocks.ts'
import { plain } from '../../signals/bytes/plain.ts'
import { isObject, Records } from '../../signals/bytes/records.ts'
import { findTeller, SNIFF_BYTES, type FoundTeller } from './find-teller.ts'
import type { StageHead } from './open-turn.ts'
import { StoryBuilder, type StoryLimits, type StoryPlace } from './story-builder.ts'
import type { Story } from './story-schema.ts'

/** A transcript that can be read from any byte. Secrets are masked in its bytes. */
export type StorySource = {
  readonly size: number
  /** Bytes from an offset on, in pieces. */
  readonly read: (from: number) => Iterable<Buffer>
  /** Nothing more will be written, so the last line is complete. */
  readonly isOver: boolean
  /** The commands of the run, in order. If there are none, the whole output is the agent's. */
  readonly stages: readonly (StageHead & { readonly from: number; readonly to: number | null })[]
  readonly agent: string | null
  readonly prompt: { readonly text: string; readonly at: string | null } | null
}

export type StoryAsked = StoryLimits & {
  readonly from: string | null
  /** How much one call may read. */
  readonly bytes: number
}

const START = { offset: 0, line: 1, turn: 0, continues: false }

/** `offset.line.turn`, and `c` if a turn continues. */
function placeIn(cursor: string | null): StoryPlace & { readonly continues: boolean } {
  const found = /^(\d{1,15})\.(\d{1,12})\.(\d{1,9})(c?)$/.exec(cursor ?? '')
  if (found === null) return START
  const [, offset, line, turn, more] = found
  return { offset: Number(offset), line: Number(line), turn: Number(turn), continues: more === 'c' }
}

export const isCursor = (word: string): boolean => /^\d{1,15}\.\d{1,12}\.\d{1,9}c?$/.test(word)

export type Told = Pick<Story, 'reads' | 'turns' | 'next' | 'isEnd'>

export function tellStory(source: StorySource, asked: StoryAsked): Told {
  const from = placeIn(asked.from)
  const found = findTeller(source.agent, headOf(source))
  const builder = new StoryBuilder(from, asked, source.prompt?.text)
  if (asked.from === null && source.prompt !== null) builder.prompt(source.prompt.text, source.prompt.at)
  const reading = new Reading(source, { builder, found, from })
  const isEnd = reading.run(asked.bytes) && builder.stopped === null
  const next = builder.stopped ?? reading.place
  const more = builder.stopped === null && builder.isInTurn ? 'c' : ''
  const cursor = `${next.offset}.${next.line}.${next.turn}${more}`
  return {
    reads: found.reads,
    turns: builder.finish(),
    next: isEnd && source.isOver ? null : cursor,
    isEnd,
  }
}

/** The beginning of the agent's own output. */
function headOf({ stages, read }: StorySource): string {
  const start = stages.find(({ stage }) => stage === 'agent_run')?.from ?? 0
  let head = ''
  for (const piece of read(start)) {
    head += piece.toString('utf8')
    if (head.length >= SNIFF_BYTES) break
  }
  return head.slice(0, SNIFF_BYTES)
}

type Parts = { readonly builder: StoryBuilder; readonly found: FoundTeller; readonly from: StoryPlace }

class Reading {
  readonly #source: StorySource
  readonly #builder: StoryBuilder
  readonly #found: FoundTeller
  readonly #from: StoryPlace
  /** The end of what was told. */
  #offset: number
  #line: number
  #stage = -1

  constructor(source: StorySource, { builder, found, from }: Parts) {
    this.#source = source
    this.#builder = builder
    this.#found = found
    this.#from = from
    this.#offset = from.offset
    this.#line = from.line
    this.#stage = source.stages.findLastIndex((stage) => stage.from < from.offset)
  }

  get place(): StoryPlace {
    return { offset: this.#offset, line: this.#line, turn: this.#builder.turn }
  }

  /** Returns whether everything was read. */
  run(bytes: number): boolean {
    const encoding = detectEncoding(Buffer.alloc(0))
    const records = new Records(encoding, {
      record: ({ value, raw, offset, line }) => this.#record(value, { raw, offset, line }),
      text: (block) => this.#text(block),
    })
    const { offset, line } = this.#from
    const blocks = new LineBlocks(encoding, (block) =>
      records.push({ ...block, offset: block.offset + offset, line: block.line + line - 1 }),
    )
    let read = 0
    for (const piece of this.#source.read(offset)) {
      blocks.push(piece)
      read += piece.length
      if (this.#builder.stopped !== null || (read >= bytes && this.#offset > offset)) return false
    }
    if (this.#source.isOver) {
      blocks.end()
      records.end()
    }
    return this.#builder.stopped === null
  }

  #record(
    value: unknown,
    { raw, offset, line }: { readonly raw: string; readonly offset: number; readonly line: number },
  ): void {
    const to = offset + Buffer.byteLength(raw)
    this.#enter(offset, line)
    const items = isObject(value) && this.#isAgents ? (this.#found.teller.record?.(value) ?? null) : null
    if (items === null && !this.#isNoise(value)) this.#plainLine(raw, { offset, line, to })
    else for (const item of items ?? []) this.#builder.add(item, { offset, line }, to)
    this.#pass(to, line + countLines(raw))
  }

  /** A newer version of the agent writes records that say nothing here. */
  #isNoise(value: unknown): boolean {
    return this.#isAgents && this.#found.isStructured && isObject(value) && typeof value['type'] === 'string'
  }

  #text({ bytes, offset, line }: Block): void {
    let at = 0
    let number = line
    while (at < bytes.length) {
      const newline = bytes.indexOf(10, at)
      const end = newline < 0 ? bytes.length : newline + 1
      const raw = bytes.toString('utf8', at, Math.min(newline < 0 ? end : newline, at + MOST_LINE_BYTES))
      this.#enter(offset + at, number)
      this.#plainLine(raw, { offset: offset + at, line: number, to: offset + end })
      if (newline >= 0) number += 1
      at = end
      this.#pass(offset + end, number)
    }
  }

  #plainLine(raw: string, { offset, line, to }: { offset: number; line: number; to: number }): void {
    const words = plain(raw.slice(0, MOST_LINE_BYTES)).trimEnd()
    const { teller, isStructured } = this.#found
    const place = { offset, line }
    const tells = this.#isAgents && !isStructured ? teller.line : undefined
    if (tells === undefined) this.#builder.output(words, place, to)
    else for (const item of tells(words)) this.#builder.add(item, place, to)
  }

  /** A stage besides the agent's is told as one block. */
  #enter(offset: number, line: number): void {
    const { stages } = this.#source
    while ((stages[this.#stage + 1]?.from ?? Number.POSITIVE_INFINITY) <= offset) {
      this.#stage += 1
      const stage = stages[this.#stage]
      if (stage !== undefined && stage.stage !== 'agent_run' && this.#builder.stopped === null)
        this.#builder.stage(stage, { offset, line })
    }
  }

  get #isAgents(): boolean {
    const stage = this.#source.stages[this.#stage]?.stage
    return stage === undefined || stage === 'agent_run'
  }

  #pass(offset: number, line: number): void {
    if (this.#builder.stopped !== null) return
    this.#offset = offset
    this.#line = line
  }
}

/** A longer line of plain text is cut. */
const MOST_LINE_BYTES = 64 * 1024

const countLines = (raw: string): number => {
  let lines = 0
  for (let at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1)) lines += 1
  return lines
}
