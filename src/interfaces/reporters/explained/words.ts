/** Sentences and facts that all reports of an explanation share. */
import { describeEarlier } from '../../../diagnosis/earlier.ts'
import { describeEnding } from '../../../diagnosis/endings.ts'
import type { Evidence, Explanation } from '../../../diagnosis/explain.ts'
import { countOf } from '../../../signals/count-of.ts'
import { planWords } from '../../cli/screen/style.ts'
import { shownText } from '../../shown.ts'

const MARKS = { succeeded: '✓', failed: '✗', undetermined: '?' } as const

/** "✗ USAGE_LIMIT". */
export const headline = ({ verdict, reason }: Explanation): string =>
  `${MARKS[verdict]} ${verdict === 'failed' && reason !== null ? reason : verdict}`

export const meaningOf = ({ meaning, verdict }: Explanation): string =>
  meaning ?? (verdict === 'succeeded' ? 'The run succeeded.' : '')

/** The next step. The reset time is in UTC, because the reader's time zone is not known. */
export function nextOf({ plan }: Explanation): string | null {
  if (plan === null) return null
  const until = plan.until === undefined ? '' : ` The limit resets ${utc(plan.until)}.`
  return `${planWords(plan)}.${until}`
}

const utc = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Rows of a table with the known facts. */
export function factsOf(found: Explanation): readonly (readonly [string, string])[] {
  const { agent, model, stage, ending, turns, costUsd, tokens, confidence, ci, earlier, resetAt } = found
  const rows: readonly (readonly [string, string | null])[] = [
    ['Agent', agent === null ? null : [agent, model].filter((word) => word !== undefined).join(', ')],
    ['Stage', stage],
    [
      'CI',
      ci === undefined ? null : [ci.system, ci.job, ci.step].filter((word) => word !== null).join(' / '),
    ],
    ['Ending', ending.kind === 'unknown' ? null : describeEnding(ending)],
    ['Turns', turns === undefined ? null : countOf(turns, 'turn')],
    ['Cost', costUsd === undefined ? null : `$${costUsd.toFixed(2)}`],
    ['Tokens', tokens === undefined ? null : tokens.toLocaleString('en-US')],
    ['Resets', resetAt === undefined ? null : utc(resetAt)],
    ['Confidence', confidence],
    ['Attempts before', earlier === undefined ? null : describeEarlier(earlier)],
  ]
  return rows.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, shownText(value)]]))
}

/** "run.log:12". */
export const placeOf = ({ file, line }: Evidence): string | null =>
  file === null || line === null ? null : `${file === '-' ? 'stdin' : file}:${line}`

/** The longest line of a log that a report quotes. */
const MOST_EXCERPT = 600

/** The text of the evidence, redacted, as lines. */
export const saidBy = ({ excerpt, context }: Evidence): string =>
  [...(context === undefined ? [] : [context]), excerpt]
    .map((text) => shownText(text).slice(0, MOST_EXCERPT))
    .join('\n')
