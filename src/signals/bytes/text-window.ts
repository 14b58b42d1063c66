/**
 * Keeps the text that plain-text readers need: the first HEAD_BYTES, by which an agent is recognised, and the last
 * WINDOW_BYTES, both in whole lines. Text between records arrives in runs. Only the last MOST_RUNS are kept.
 *
 * T1 The kept text does not depend on how the text was cut into blocks. T2 Memory is bounded: a slab that leaves the
 * window is reused, and a thousand small blocks share one. Millions of runs of one byte would take gigabytes, so the
 * number of runs is bounded too.
 */
import type { Encoding } from './encoding.ts'
import type { Block } from './line-blocks.ts'
import { countLines, indexOfNewline, lastNewlineEnd } from './newlines.ts'

const WINDOW_BYTES = 8 * 1024 * 1024
const HEAD_BYTES = 64 * 1024
/** Slabs have a multiple of this size, so that one fits a block that is a little longer than the block before. */
const SLAB_BYTES = 256 * 1024
const MOST_RUNS = 50_000
const SLAB_RUNS = 8192
/** Enough spare memory for blocks of two alternating sizes. */
const SPARE_SLABS = 4

/** Each of its blocks is a run. Only the first block may continue the last run of the previous slab. */
type Slab = { readonly storage: Buffer; readonly firstRun: number; used: number; readonly blocks: Block[] }

const openSlab = (storage: Buffer, firstRun: number): Slab => ({ storage, firstRun, used: 0, blocks: [] })

export class TextWindow {
  readonly #head = openSlab(Buffer.allocUnsafeSlow(HEAD_BYTES), 0)
  #slabs: Slab[] = []
  #spare: Buffer[] = []
  #kept = 0
  #total = 0
  /** The number of runs, and the offset at which the last one would continue. */
  #runs = 0
  #goesOnAt = -1
  /** The first line of the first block after the head. */
  #behindHead = Number.POSITIVE_INFINITY

  /** Copies the block, because the reader of the input owns its memory. */
  add(block: Block): void {
    const room = HEAD_BYTES - this.#head.used
    if (room > 0) append(this.#head, { ...block, bytes: block.bytes.subarray(0, room) })
    else this.#behindHead = Math.min(this.#behindHead, block.line)
    this.#countRun(block)
    append(this.#slabFor(block.bytes.length), block)
    this.#kept += block.bytes.length
    this.#total += block.bytes.length
    this.#dropOld()
  }

  /** The lines that are kept: those before `until`, and those at or after `from`. Some of these may be missing too. */
  get keptLines(): { readonly until: number; readonly from: number } {
    return { until: this.#behindHead, from: this.#slabs[0]?.blocks[0]?.line ?? 0 }
  }

  #countRun({ kind, offset, bytes }: Block): void {
    if (kind !== 'lines' || offset !== this.#goesOnAt) this.#runs += 1
    this.#goesOnAt = kind === 'lines' ? offset + bytes.length : -1
  }

  #dropOld(): void {
    let [oldest, next] = this.#slabs
    while (oldest !== undefined && this.#isOld(oldest, next)) {
      this.#slabs.shift()
      this.#kept -= oldest.used
      if (this.#spare.length < SPARE_SLABS) this.#spare.push(oldest.storage)
      ;[oldest, next] = this.#slabs
    }
  }

  #isOld(slab: Slab, next: Slab | undefined): boolean {
    if (this.#kept - slab.used >= WINDOW_BYTES) return true
    return next !== undefined && this.#runs - next.firstRun >= MOST_RUNS
  }

  /** The blocks in order. There is at most one gap, between head and window. */
  *blocks(encoding: Encoding): Generator<Block> {
    const start = this.#start()
    let position = 0
    for (const block of this.#head.blocks) {
      const before = block.bytes.subarray(0, lineStart(block.bytes, start - position, encoding))
      // The last line of the head may be incomplete.
      const bytes = block.kind === 'lines' ? before.subarray(0, lastNewlineEnd(before, encoding)) : before
      if (bytes.length > 0) yield { ...block, bytes }
      position += block.bytes.length
    }
    position = this.#total - this.#kept
    for (const { blocks } of this.#slabs) {
      for (const block of blocks) {
        const from = lineStart(block.bytes, start - position, encoding)
        position += block.bytes.length
        if (from < block.bytes.length) yield without(block, from, encoding)
      }
    }
  }

  /** The amount of text before the window. The window is limited by bytes and by runs; the later start wins. */
  #start(): number {
    let position = this.#total - this.#kept
    for (const { blocks, firstRun } of this.#slabs) {
      const old = Math.max(0, this.#runs - MOST_RUNS - firstRun + 1)
      for (const { bytes } of blocks.slice(0, old)) position += bytes.length
      if (old < blocks.length) break
    }
    return Math.max(this.#runs > MOST_RUNS ? position : 0, this.#total - WINDOW_BYTES)
  }

  #slabFor(size: number): Slab {
    const last = this.#slabs.at(-1)
    const hasRoom = last !== undefined && last.used + size <= last.storage.length
    if (hasRoom && last.blocks.length < SLAB_RUNS) return last
    const at = this.#spare.findIndex((storage) => storage.length >= size)
    const reused = at < 0 ? undefined : this.#spare.splice(at, 1)[0]
    const slab = openSlab(
      reused ?? Buffer.allocUnsafeSlow(Math.ceil(size / SLAB_BYTES) * SLAB_BYTES),
      this.#runs,
    )
    this.#slabs.push(slab)
    return slab
  }
}

/** Adds a block to the slab, or extends its last block. */
function append(slab: Slab, block: Block): void {
  const from = slab.used
  block.bytes.copy(slab.storage, from)
  slab.used += block.bytes.length
  const last = slab.blocks.at(-1)
  const follows =
    last?.kind === 'lines' && block.kind === 'lines' && last.offset + last.bytes.length === block.offset
  const start = follows ? from - last.bytes.length : from
  const whole = { ...(follows ? last : block), bytes: slab.storage.subarray(start, slab.used) }
  if (follows) slab.blocks[slab.blocks.length - 1] = whole
  else slab.blocks.push(whole)
}

/** The start of the first line that begins at or after `from`. */
function lineStart(bytes: Buffer, from: number, encoding: Encoding): number {
  if (from <= 0) return 0
  const at = from > bytes.length ? -1 : indexOfNewline(bytes, encoding, Math.max(0, from - encoding.unit))
  return at < 0 ? bytes.length : at + encoding.unit
}

function without(block: Block, from: number, encoding: Encoding): Block {
  if (from === 0) return block
  const line = block.line + countLines(block.bytes.subarray(0, from), encoding)
  return { ...block, bytes: block.bytes.subarray(from), offset: block.offset + from, line }
}
