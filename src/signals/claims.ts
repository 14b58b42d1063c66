import { MARKER_NEEDLE } from './markers.ts'
import { MessageMarkers, type Candidate } from './message-markers.ts'

/** Withdraws a marker that was noted. */
export type Withdraw = () => void

/** Collects the markers in an agent's own messages, each with its place. */
export class Claims<Place> {
  readonly #message = new MessageMarkers<Place>()
  readonly #claim: (line: string, at: Place) => Withdraw | null
  /** Withdraws the markers found in code blocks. */
  #shown: Withdraw[] = []

  /** `claim` notes one line that may be a marker, and returns a function that withdraws it. */
  constructor(claim: (line: string, at: Place) => Withdraw | null) {
    this.#claim = claim
  }

  /** Each piece of a message holds whole lines. */
  hear(text: string, at: Place, isPiece: boolean): void {
    this.#withdrawShown()
    if (isPiece) this.#claimAll(this.#message.hear(text, at))
    else if (text.includes(MARKER_NEEDLE)) {
      const whole = new MessageMarkers<Place>()
      this.#claimAll([...whole.hear(text, at), ...whole.end()])
    }
  }

  endOfMessage(): void {
    this.#claimAll(this.#message.end())
  }

  #claimAll(candidates: readonly Candidate<Place>[]): void {
    for (const { line, at, isShown } of candidates) {
      const withdraw = this.#claim(line, at)
      if (isShown && withdraw !== null) this.#shown.push(withdraw)
    }
  }

  /** A code block of markers counts only if it is the agent's last message. */
  #withdrawShown(): void {
    for (const withdraw of this.#shown) withdraw()
    this.#shown = []
  }
}
