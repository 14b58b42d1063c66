/**
 * Keeps what plain-text readers may see: the first HEAD_BYTES, where an output introduces itself, and the
 * last WINDOW_BYTES, both in whole lines.
 *
 * T1 What is kept depends on the text alone, not on how it was cut into blocks. T2 Memory is flat: a slab that
 * leaves the window is used again, and a thousand small blocks share one.
 */
import type { Encoding } from './encoding.ts'
import type { Block } from './line-blocks.ts'
import { countLines, indexOfNewline, lastNewlineEnd } from './newlines.ts'

const WINDOW_BYTES = 8 * 1024 * 1024
const HEAD_BYTES = 64 * 1024
const SLAB_BYTES = 256 * 1024
/** Enough to go on without new memory while blocks of two sizes alternate. */
const SPARE_SLABS = 4

type Slab = { readonly storage: Buffer; used: number; readonly blocks: Block[] }

const openSlab = (storage: Buffer): Slab => ({ storage, used: 0, blocks: [] })

export class TextWindow {
  readonly #head = openSlab(Buffer.allocUnsafeSlow(HEAD_BYTES))
  #slabs: Slab[] = []
  #spare: Buffer[] = []
  #kept = 0
  #total = 0

  /** Copies the block: its memory belongs to whoever reads the input. */
  add(block: Block): void {
    const room = HEAD_BYTES - this.#head.used
    if (room > 0) append(this.#head, { ...block, bytes: block.bytes.subarray(0, room) })
    append(this.#slabFor(block.bytes.length), block)
    this.#kept += block.bytes.length
    this.#total += block.bytes.length
    let oldest = this.#slabs[0]
    while (oldest !== undefined && this.#kept - oldest.used >= WINDOW_BYTES) {
      this.#slabs.shift()
      this.#kept -= oldest.used
      if (this.#spare.length < SPARE_SLABS) this.#spare.push(oldest.storage)
      oldest = this.#slabs[0]
    }
  }

  /** The blocks in order, without gaps except between head and window. */
  *blocks(encoding: Encoding): Generator<Block> {
    const start = Math.max(0, this.#total - WINDOW_BYTES)
    let position = 0
    for (const block of this.#head.blocks) {
      const before = block.bytes.subarray(0, lineStart(block.bytes, start - position, encoding))
      // The last line of the head may have been cut.
      const bytes = block.kind === 'lines' ? before.subarray(0, lastNewlineEnd(before, encoding)) : before
      if (bytes.length > 0) yield { ...block, bytes }
      position += block.bytes.length
    }
    position = this.#total - this.#kept
    for (const block of this.#slabs.flatMap((slab) => slab.blocks)) {
      const from = lineStart(block.bytes, start - position, encoding)
      position += block.bytes.length
      if (from < block.bytes.length) yield without(block, from, encoding)
    }
  }

  #slabFor(size: number): Slab {
    const last = this.#slabs.at(-1)
    if (last !== undefined && last.used + size <= last.storage.length) return last
    const at = this.#spare.findIndex((storage) => storage.length >= size)
    const reused = at < 0 ? undefined : this.#spare.splice(at, 1)[0]
    const slab = openSlab(reused ?? Buffer.allocUnsafeSlow(Math.max(size, SLAB_BYTES)))
    this.#slabs.push(slab)
    return slab
  }
}

/** Puts a block behind the others, or makes one of it and its neighbour. */
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

/** Where the first line begins that does not begin before `from`. */
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
