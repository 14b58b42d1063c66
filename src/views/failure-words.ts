/** The words for a failure that several runs share. */
import { orUnknown } from '../reasons/reason.ts'
import { onOneLine } from '../memory/words.ts'
import { shows } from '../reasons/table.ts'
import { decisiveIn, fileIn } from '../record/cause.ts'
import type { RunRecord } from '../record/run.ts'
import { meaningOf, type PolicyOverrides } from '../recovery/policy.ts'
import { failureOf } from '../record/run.ts'

const TITLE_CHARS = 120
const NAME_CHARS = 80

const cut = (text: string, chars: number): string =>
  text.length <= chars ? text : `${text.slice(0, chars - 1).trimEnd()}…`

/** `tests/test_login.py::test_redirects` is `test_redirects`: the file is the place. */
const shortName = (name: string): string =>
  cut(onOneLine(name.split(/::| > | › /).at(-1) ?? name), NAME_CHARS)

/** What fails, in a sentence that two runs of one failure share. */
export function titleOf(run: RunRecord, overrides: PolicyOverrides): string {
  const reason = orUnknown(failureOf(run))
  const names = shows(reason, 'tests') ? (run.diagnosis?.failing ?? []) : []
  const [first, second] = names.map(shortName)
  if (first !== undefined && names.length === 1) return `${first} fails`
  if (first !== undefined && second !== undefined && names.length === 2) return `${first} and ${second} fail`
  if (first !== undefined) return `${first} and ${names.length - 1} other tests fail`
  const { evidence: [evidence] = [], statedReason } = run.diagnosis ?? {}
  if (statedReason !== undefined) return cut(onOneLine(statedReason), TITLE_CHARS)
  if (evidence === undefined || evidence.source === 'ending' || evidence.source === 'marker')
    return meaningOf(reason, overrides)
  return cut(onOneLine(evidence.excerpt), TITLE_CHARS)
}

/** The file that the evidence or the first failing test names; null if neither does. */
export function placeOf({ diagnosis, summary }: RunRecord): string | null {
  const [first = ''] = diagnosis?.failing ?? []
  return fileIn(first) ?? fileIn(decisiveIn(diagnosis, summary))
}

/** How the next attempt differed. The order is that of the list on the page. */
export const tryKinds = {
  hint: 'A hint from a person',
  person: 'A retry by a person',
  agent: 'Another agent',
  rollback: 'The last good state, then a new attempt',
  resume: 'The same session, resumed',
  continue: 'A new session with a hand-off note',
  wait: 'Waiting, then a new attempt',
  lesson: 'What the earlier attempts learned',
  again: 'The same again',
} as const

export type TryKind = keyof typeof tryKinds
