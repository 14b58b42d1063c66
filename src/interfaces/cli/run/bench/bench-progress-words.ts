import type { SeriesProgress } from '../../../../bench/report/series-progress.ts'
import { countOf, thousands } from '../../../../signals/count-of.ts'

/** `2 of 20 attempts passed`. */
export const passedInWords = (passed: number, of: number): string =>
  `${thousands(passed)} of ${countOf(of, 'attempt')} passed`

/** What is still to be made, as the rest of a sentence; '' where nothing is. `resumes` is the series to go on with. */
export function leftInWords({ left, canceled }: SeriesProgress, resumes: string | null): string {
  if (left === 0 || (left === null && canceled === 0)) return ''
  const again = canceled === 0 ? '' : `${thousands(canceled)} canceled`
  const what = left === null ? again : `${thousands(left)} left${again === '' ? '' : ` (${again})`}`
  return resumes === null ? what : `${what}. Go on: mayday bench run --resume ${resumes}`
}
