/**
 * A progress bar for work that takes longer than two seconds.
 *
 * P1 It is drawn only on a terminal. P2 Short work draws nothing. P3 The line is cleared at the end, also after an
 * error.
 */
import { describeDuration } from '../../../record/duration.ts'
import type { Terminal } from '../command.ts'
import { bar, cut } from './columns.ts'

/** P2. Shorter work needs no progress bar. */
const SHOWN_AFTER_MS = 2000
const REDRAW_MS = 100
const BAR_WIDTH = 20

export type Progress = Disposable & {
  /** `total` is null if it is not known yet. */
  readonly at: (done: number, total: number | null) => void
}

type Clock = () => number

/** `using progress = startProgress('judging runs', screen)`. */
export function startProgress(
  what: string,
  { live, columns }: Pick<Terminal, 'live' | 'columns'>,
  now: Clock = () => performance.now(),
): Progress {
  const startedAt = now()
  let drawnAt = -Infinity
  return {
    at: (done, total) => {
      const time = now()
      if (live === null || time - startedAt < SHOWN_AFTER_MS || time - drawnAt < REDRAW_MS) return
      drawnAt = time
      live.draw(cut(progressLine(what, { done, total, elapsedMs: time - startedAt }), columns - 1))
    },
    [Symbol.dispose]: () => {
      if (drawnAt > -Infinity) live?.clear()
    },
  }
}

type At = { readonly done: number; readonly total: number | null; readonly elapsedMs: number }

function progressLine(what: string, { done, total, elapsedMs }: At): string {
  if (total === null || total <= 0) return `${what}  ${done}`
  const share = Math.min(1, done / total)
  const left = done === 0 ? '' : ` · ${leftIn(elapsedMs, share)} left`
  return `${what}  ${bar(share, BAR_WIDTH).padEnd(BAR_WIDTH)} ${done} of ${total}${left}`
}

const leftIn = (elapsedMs: number, share: number): string =>
  describeDuration(Math.ceil((elapsedMs / share - elapsedMs) / 1000) * 1000)
