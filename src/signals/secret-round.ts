import { FoundSecrets } from './secret-found.ts'
import { SecretJudge, type Candidate } from './secret-judge.ts'
import type { ByteSpan } from './secret-span-list.ts'
import type { SecretView } from './secret-view.ts'

/**
 * One look at the candidates. Masking a secret may uncover another, so there are several, each of which sees masked
 * what those before it found.
 */
export class SecretRound {
  readonly found: FoundSecrets = new FoundSecrets()
  /** Candidates before it are decided. */
  decided = 0
  #fresh: ByteSpan[] = []
  readonly #judge = new SecretJudge((from, to) => this.#fresh.push({ from, to }))

  /** Decides candidates before `horizon`, of all that are left those that are wanted. */
  decide(
    view: SecretView,
    horizon: number,
    candidates: readonly Candidate[],
    isWanted: (candidate: Candidate) => boolean,
  ): void {
    this.#judge.goOn(view)
    for (const candidate of candidates) {
      if (candidate.at >= horizon) break
      if (candidate.at >= this.decided && isWanted(candidate)) this.#judge.decide(candidate, view)
    }
    this.decided = horizon
    this.found.add(this.#fresh)
    this.#fresh = []
  }
}
