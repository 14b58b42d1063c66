import { SecretSpans } from './secret-spans.ts'

/**
 * The bytes of a log as they may be shown, with stars for secrets. Bytes that may be part of a secret are held back
 * until that is known: an incomplete line, a private key without its end, or a few hundred KiB of an endless line.
 * The concatenated output is the whole log, masked at its length.
 */
export class RedactingStream {
  readonly #spans: SecretSpans
  #shown: Buffer[] = []
  /** The offset of the next output byte. */
  #at = 0

  constructor(secrets: readonly string[]) {
    this.#spans = new SecretSpans(secrets, (bytes) => this.#show(bytes))
  }

  /** Returns the bytes that may be shown now. */
  push(chunk: Uint8Array): Buffer {
    this.#spans.push(chunk)
    this.#spans.settle()
    return this.#take()
  }

  /** Returns the bytes that were held back. */
  end(): Buffer {
    this.#spans.end()
    return this.#take()
  }

  #show(bytes: Buffer): void {
    const shown = Buffer.from(bytes)
    for (const { from, to } of this.#spans.spans) {
      shown.fill('*', clamp(from - this.#at, shown.length), clamp(to - this.#at, shown.length))
    }
    this.#at += shown.length
    this.#spans.dropUntil(this.#at)
    this.#shown.push(shown)
  }

  #take(): Buffer {
    const shown = Buffer.concat(this.#shown)
    this.#shown = []
    return shown
  }
}

const clamp = (place: number, length: number): number => Math.min(length, Math.max(0, place))
