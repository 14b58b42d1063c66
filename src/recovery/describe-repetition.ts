import { shows } from '../reasons/table.ts'
import { describeRuns } from '../diagnosis/repetition.ts'
import type { RunRecord } from '../record/run.ts'

const MOST_TESTS = 3

/** Names the repeated approach and the runs that tried it before. The failing tests are only a hint. */
export function describeRepetition({ reason, summary, diagnosis }: RunRecord): string {
  const { approach, repeats, failing = [] } = diagnosis ?? {}
  // The agent or Mayday saw that it repeated one command.
  if (repeats === undefined && shows(reason, 'circle'))
    return `The agent goes in circles: ${summary.replace(/\.$/, '')}.`
  const what = approach === undefined ? '' : `: "${approach.replace(/\.$/, '')}"`
  const tests = failing.length === 0 ? '' : ` Still failing: ${failing.slice(0, MOST_TESTS).join(', ')}.`
  return `The agent goes in circles: ${describeRuns(repeats ?? [])}${what}.${tests}`
}
