import { MOST_NAMES, type Finding } from './tool-reader.ts'

/** The failing tests of one run, without duplicates, in the order in which they were named. */
export class FailingTests {
  readonly #names = new Set<string>()

  add(name: string | undefined): void {
    const short = (name ?? '').trim().slice(0, 200)
    if (short !== '' && this.#names.size < MOST_NAMES) this.#names.add(short)
  }

  get count(): number {
    return this.#names.size
  }

  /** Returns the names so far, and starts the next run without names. */
  take(): readonly string[] {
    const names = [...this.#names]
    this.#names.clear()
    return names
  }

  list(): readonly string[] {
    return [...this.#names]
  }
}

export type Totals = { readonly failed: number; readonly passed: number }

type Counts = Totals & { readonly names?: readonly string[] }

/** The result of a summary with these counts. If nothing failed and nothing passed, no test ran. */
export function verdict({ failed, passed, names = [] }: Counts): Finding {
  const detail = { failed, passed, ...(names.length === 0 ? {} : { names }) }
  if (failed > 0) return { what: 'tests-failed', detail }
  return passed > 0
    ? { what: 'tests-passed', detail: { failed, passed } }
    : { what: 'no-tests', detail: { failed, passed } }
}

/** A verdict that later lines may change. If this line is not the proof, the previous line stays the proof. */
export const soFar = (finding: Finding, isProof = true): Finding => ({
  ...finding,
  tentative: true,
  ...(isProof ? {} : { inPlace: true }),
})

type Unloaded = { readonly failed: number; readonly names: readonly string[]; readonly cause: string }

/**
 * Test files that could not be loaded. If there is an error that names the cause, it is better proof than the counts.
 */
export const unloaded = ({ failed, names, cause }: Unloaded): Finding => ({
  what: 'build-failed',
  ...(cause === '' ? {} : { message: cause }),
  inPlace: true,
  detail: { failed, passed: 0, names },
})

/** The number before a word: `count('3 failed, 1 passed', 'failed')` is 3. It is 0 if the word is missing. */
export const count = (text: string, word: string): number =>
  Number(new RegExp(`(?:^|[^\\w.])(\\d+) ${word}\\b`).exec(text)?.[1] ?? 0)

/** The number after a label: `labelled('Tests: 5, Failures: 2', 'Failures')` is 2. */
export const labelled = (text: string, label: string): number =>
  Number(new RegExp(`\\b${label}[:=] ?(\\d+)`).exec(text)?.[1] ?? 0)
