import type { Config } from '../../config/config.ts'
import type { ViewContext } from '../../views/view.ts'

/** What the board works with. */
export type BoardContext = ViewContext & {
  readonly config: Config
  /** Sample data, which nobody can lose. */
  readonly isDemo: boolean
  /** Throws where the project's config executes by now what nobody has trusted: nothing is launched then. */
  readonly checkTrust: () => Promise<void>
  /** Starts `mayday` with these words in the project and lets it go: it outlives the board. */
  readonly launch: (words: readonly string[]) => void
}
