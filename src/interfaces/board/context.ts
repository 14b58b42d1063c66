import type { HttpBindings } from '@hono/node-server'
import type { Config } from '../../config/config.ts'
import type { ViewContext } from '../../views/view.ts'
import type { BoardFleet } from './board-fleet.ts'
import type { BoardState } from './board-state.ts'
import type { Feed } from './feed.ts'
import type { Guard } from './guard.ts'
import type { StaticFiles } from './static-files.ts'

/** The dependencies of the board. */
export type BoardContext = ViewContext & {
  readonly config: Config
  /** The board shows sample data, which is not worth protecting. */
  readonly isDemo: boolean
  /** Throws if the project's config now executes values that no user has trusted. Then nothing is started. */
  readonly checkTrust: () => Promise<void>
  /** Starts `mayday` with these arguments in the project as a detached process that outlives the board. */
  readonly launch: (words: readonly string[]) => void
  /** Set if the board shows a fleet. The store is then a copy of the fleet's. */
  readonly fleet?: BoardFleet
}

/** What one running board consists of. */
export type Desk = {
  readonly context: BoardContext
  readonly board: BoardState
  readonly feed: Feed
  readonly guard: Guard
  readonly files: StaticFiles
  /** Call this after this process wrote into the store. */
  readonly refresh: () => void
}

/** Each route finds the board in `c.env`. */
export type BoardEnv = { Bindings: HttpBindings & Desk }
