import { retriesOf, shareHelped, type Rate, type Shares } from '../../../memory/helped.ts'
import type { Store } from '../../../record/store.ts'

/** What helped a thousand runs ago says little about today's agents. */
const RECENT_RUNS = 2000

/** How often lessons helped among the newest runs, beside retries without lessons. Null where there are no lessons. */
export function readShares(store: Store): Shares | null {
  const lessons = store.lessons()
  if (lessons.length === 0) return null
  const runs = store.history({ limit: RECENT_RUNS }).toReversed()
  const tasks = Map.groupBy(runs, ({ task }) => task)
  return shareHelped([...tasks.values()].flatMap((ofTask) => retriesOf(ofTask, lessons)))
}

const words = ({ better, retries, share }: Rate): string =>
  `${better} of ${retries}${share === null ? '' : ` (${Math.round(share * 100)} %)`}`

/** One sentence; '' where nothing can be said yet. */
export function shareWords({ withLessons, withoutLessons }: Shares): string {
  if (withLessons.retries === 0) return ''
  const beside = withoutLessons.retries === 0 ? '' : `, without a lesson in ${words(withoutLessons)}`
  return `A lesson helped in ${words(withLessons)} retries${beside}`
}
