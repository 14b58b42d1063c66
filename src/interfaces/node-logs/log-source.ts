import type { LogSearch, LogWindow } from '../board/api.ts'
import type { Sought } from '../board/log-search.ts'
import type { Wanted } from '../board/log-window.ts'
import type { AboutLog, Part } from './about-log.ts'

/** A log that is not on this machine. */
export type LogSource = {
  readonly about: (part: Part) => Promise<AboutLog>
  readonly window: (wanted: Wanted) => Promise<LogWindow>
  readonly search: (sought: Sought) => Promise<LogSearch>
}
