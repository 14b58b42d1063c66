import { isSessionId } from './session-id.ts'
import type { RunFacts } from './signal.ts'

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

/** The session, model and usage of a run, as the agent reports them. */
export class RunFigures {
  #sessionId: string | null = null
  #model: string | null = null
  #turns: number | null = null
  #costUsd: number | null = null
  #tokens: number | null = null

  /** Drops a value that is not a valid id, because the id becomes an argument of the next command. */
  session(id: unknown): void {
    if (isSessionId(id)) this.#sessionId = id
  }

  get hasSession(): boolean {
    return this.#sessionId !== null
  }

  model(name: unknown): void {
    if (typeof name === 'string' && name !== '' && !name.startsWith('<')) this.#model = name
  }

  turns(count: unknown): void {
    if (isCount(count)) this.#turns = count
  }

  turn(): void {
    this.#turns = (this.#turns ?? 0) + 1
  }

  cost(usd: unknown): void {
    if (isCount(usd)) this.#costUsd = usd
  }

  tokens(count: unknown): void {
    if (isCount(count)) this.#tokens = count
  }

  addTokens(count: unknown): void {
    if (isCount(count)) this.#tokens = (this.#tokens ?? 0) + count
  }

  protected figures(): Pick<RunFacts, 'sessionId' | 'model' | 'turns' | 'costUsd' | 'tokens'> {
    return {
      sessionId: this.#sessionId,
      model: this.#model,
      turns: this.#turns,
      costUsd: this.#costUsd,
      tokens: this.#tokens,
    }
  }
}
