import { SecretSpanList, type ByteSpan } from './secret-span-list.ts'

/** Secrets that were found near the end of a log, in order, none touching another. */
export class FoundSecrets {
  #spans: readonly ByteSpan[] = []

  get isEmpty(): boolean {
    return this.#spans.length === 0
  }

  add(spans: readonly ByteSpan[]): void {
    if (spans.length === 0) return
    const list = new SecretSpanList()
    for (const { from, to } of [...this.#spans, ...spans].toSorted((a, b) => a.from - b.from))
      list.add(from, to)
    this.#spans = list.all()
  }

  /** Those that go on behind `from` and begin before `to`. */
  between(from: number, to: number): readonly ByteSpan[] {
    return this.#spans.filter((span) => span.to > from && span.from < to)
  }

  /** Is some of a secret from `from` to before `to`? */
  isNear(from: number, to: number): boolean {
    let [low, high] = [0, this.#spans.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#spans[middle]?.to ?? 0) > from) high = middle
      else low = middle + 1
    }
    return (this.#spans[low]?.from ?? Infinity) < to
  }

  /** Writes stars over the secrets in bytes that begin at a place. */
  maskIn(bytes: Buffer, at: number): void {
    for (const { from, to } of this.#spans) bytes.fill('*', place(from - at, bytes), place(to - at, bytes))
  }

  forgetBefore(place: number): void {
    if (!this.isEmpty) this.#spans = this.#spans.filter(({ to }) => to > place)
  }
}

const place = (at: number, bytes: Buffer): number => Math.min(bytes.length, Math.max(0, at))
