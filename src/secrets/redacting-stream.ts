import { SecretSpans } from './secret-spans.ts'

/**
 * The bytes of a log as they may be shown, with stars for secrets. What may be part of a secret is held back until
 * that is known: an unfinished line, a private key whose end has not come; of a line that does not end a few hundred
 * KiB. All that comes out, put together, is the whole log masked at its length.
 */
export class RedactingStream {
  readonly #spans: SecretSpans
  #shown: Buffer[] = []
  /** The place of the next byte that comes out. */
  #at = 0

  constructor(secrets: readonly string[]) {
    this.#spans = new SecretSpans(secrets, (bytes) => this.#show(bytes))
  }

  /** What may be shown now. */
  push(chunk: Uint8Array): Buffer {
    this.#spans.push(chunk)
    this.#spans.settle()
    return this.#take()
  }

  /** What was held back. */
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
