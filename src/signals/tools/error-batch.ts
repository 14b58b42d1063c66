import type { What } from '../signal.ts'
import { MOST_NAMES, type Finding } from './tool-reader.ts'

/**
 * The errors of one run of a compiler or linter. The first one is the proof, because the others often follow from it.
 * All errors are counted, and their files are the names.
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

  /** Adds a file of the errors that is on another line. */
  name(file: string): void {
    if (file !== '' && this.#names.size < MOST_NAMES) this.#names.add(file.trim())
  }

  /** The result so far. The next error or the tool's summary replaces it. */
  soFar(what: What): Finding {
    return { ...this.#finding(what, this.#count), tentative: true }
  }

  /** The result of the tool's summary. The next batch begins empty. */
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
