import type { LessonShares } from '../../../views/lessons.ts'

const words = ({ better, retries, share }: LessonShares['withLessons']): string =>
  `${better} of ${retries}${share === null ? '' : ` (${Math.round(share * 100)} %)`}`

/** One sentence; '' if there are no data yet. */
export function shareWords({ withLessons, withoutLessons }: LessonShares): string {
  if (withLessons.retries === 0) return ''
  const beside = withoutLessons.retries === 0 ? '' : `, without a lesson in ${words(withoutLessons)}`
  return `A lesson helped in ${words(withLessons)} retries${beside}`
}
