/**
 * Keeps what plain-text readers may see: the first HEAD_BYTES, where an output introduces itself, and the
 * last WINDOW_BYTES. Memory is flat: a buffer that leaves the window is used again.
 */
import type { Block } from './line-blocks.ts'

const WINDOW_BYTES = 8 * 1024 * 1024
const HEAD_BYTES = 64 * 1024

type Kept = { readonly block: Block; readonly storage: Buffer }

export class TextWindow {
  #head: Block[] = []
  #headBytes = 0
  #kept: Kept[] = []
  #keptBytes = 0
  #free: Buffer[] = []

  /** Copies the block: its memory belongs to whoever reads the input. */
  add(block: Block): void {
    const storage = this.#storage(block.bytes.length)
    block.bytes.copy(storage)
    const bytes = storage.subarray(0, block.bytes.length)
    this.#kept.push({ block: { ...block, bytes }, storage })
    this.#keptBytes += bytes.length
    let leaving = this.#kept[0]
    while (leaving !== undefined && this.#keptBytes - leaving.block.bytes.length >= WINDOW_BYTES) {
      this.#kept.shift()
      this.#leave(leaving)
      leaving = this.#kept[0]
    }
  }

  /** The blocks in order, without gaps except between head and window. */
  *blocks(): Generator<Block> {
    yield* this.#head
    for (const { block } of this.#kept) yield block
  }

  #storage(size: number): Buffer {
    const at = this.#free.findIndex((buffer) => buffer.length >= size)
    const reused = at < 0 ? undefined : this.#free.splice(at, 1)[0]
    return reused ?? Buffer.allocUnsafeSlow(size)
  }

  #leave({ block, storage }: Kept): void {
    this.#keptBytes -= block.bytes.length
    if (this.#headBytes < HEAD_BYTES) {
      const bytes = Buffer.from(block.bytes.subarray(0, HEAD_BYTES - this.#headBytes))
      this.#head.push({ ...block, bytes })
      this.#headBytes += bytes.length
    }
    if (this.#free.length < 4) this.#free.push(storage)
  }
}
