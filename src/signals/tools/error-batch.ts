import type { What } from '../signal.ts'
import { MOST_NAMES, type Finding } from './tool-reader.ts'

/**
 * The errors of one run of a compiler or linter. The first is the proof, because the others often follow
 * from it; all of them count, and the files they stand in are the names.
 */
export class ErrorBatch {
  #first = ''
  #count = 0
  readonly #names = new Set<string>()

  get isEmpty(): boolean {
    return this.#first === ''
  }

  add(message: string, file = ''): void {
    if (this.#first === '') this.#first = message.trim()
    this.#count += 1
    this.name(file)
  }

  /** A file that belongs to the errors but is told on another line. */
  name(file: string): void {
    if (file !== '' && this.#names.size < MOST_NAMES) this.#names.add(file.trim())
  }

  /** What is known so far; the next error or the tool's summary takes its place. */
  soFar(what: What): Finding {
    return { ...this.#finding(what, this.#count), tentative: true }
  }

  /** What the tool's summary says. The next batch begins empty. */
  take(what: What, failed: number = this.#count): Finding {
    const finding = this.#finding(what, failed)
    this.clear()
    return finding
  }

  clear(): void {
    this.#first = ''
    this.#count = 0
    this.#names.clear()
  }

  #finding(what: What, failed: number): Finding {
    const names = this.#names.size === 0 ? {} : { names: [...this.#names] }
    const message = this.#first === '' ? {} : { message: this.#first }
    return { what, ...message, inPlace: true, detail: { ...(failed > 0 ? { failed } : {}), ...names } }
  }
}
