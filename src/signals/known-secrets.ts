import { FoundSecrets } from './secret-found.ts'
import type { Needle } from './secret-needles.ts'
import type { ByteSpan } from './secret-span-list.ts'
import type { SecretWindow } from './secret-window.ts'

type Begun = { readonly needle: Needle; readonly start: number }

/** Where known secrets stand in the bytes of a log as far as it came. */
export class KnownSecrets {
  readonly found: FoundSecrets = new FoundSecrets()
  readonly #next = new Map<Needle, number>()
  #begun: Begun[] = []
  #fresh: ByteSpan[] = []

  /** Looks whether a secret stands here, now or when more of it came. */
  look(needle: Needle, start: number, window: SecretWindow): void {
    if (start < window.from || start < (this.#next.get(needle) ?? 0)) return
    if (!needle.standsAt(window.bytes, start - window.from, window.end - window.from)) return
    const to = start + needle.bytes.length
    if (to > window.end) {
      this.#begun.push({ needle, start })
      return
    }
    // Where stars stand for anything, one that is not there must not hide one that is.
    if (!needle.hasFreeStars) this.#next.set(needle, to)
    this.#fresh.push({ from: start, to })
  }

  /** Looks again at what was not all there. */
  lookAgain(window: SecretWindow): void {
    const begun = this.#begun
    this.#begun = []
    for (const { needle, start } of begun) this.look(needle, start, window)
  }

  /** To be called after the looks. */
  keep(): void {
    this.found.add(this.#fresh)
    this.#fresh = []
  }
}
