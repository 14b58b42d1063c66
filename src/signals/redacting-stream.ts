import { GrowingBytes } from './bytes/growing-bytes.ts'
import type { ByteSpan } from './secret-span-list.ts'
import { SecretSpans } from './secret-spans.ts'

/**
 * The bytes of a log as they may be shown, with stars for secrets. What may be part of a secret is held back until
 * that is known: an unfinished line, a private key whose end has not come; of a line that does not end a few hundred
 * KiB. All that comes out, put together, is the whole log masked at its length.
 */
export class RedactingStream {
  readonly #spans: SecretSpans
  readonly #held = new GrowingBytes()
  /** The place of the first byte that is held back. */
  #from = 0

  constructor(secrets: readonly string[]) {
    this.#spans = new SecretSpans(secrets)
  }

  /** What may be shown now. */
  push(chunk: Uint8Array): Buffer {
    this.#held.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    this.#spans.push(chunk)
    return this.#release(this.#spans.settle(), this.#spans.spans)
  }

  /** What was held back. */
  end(): Buffer {
    return this.#release(this.#from + this.#held.length, this.#spans.end())
  }

  #release(to: number, spans: readonly ByteSpan[]): Buffer {
    const shown = Buffer.from(this.#held.bytes.subarray(0, to - this.#from))
    for (const span of spans) {
      shown.fill('*', clamp(span.from - this.#from, shown.length), clamp(span.to - this.#from, shown.length))
    }
    this.#held.dropFirst(shown.length)
    this.#from = to
    this.#spans.dropUntil(to)
    return shown
  }
}

const clamp = (place: number, length: number): number => Math.min(length, Math.max(0, place))
