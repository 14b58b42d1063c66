/** How a run ended, in a plain sentence. The code is beside it. */
import type { ShownRun } from '../../src/views/show-run.ts'
import type { ReasonRows } from '../reasons.ts'
import { plural } from '../words.ts'
import { plainSummary } from './plain-words.ts'

export type VerdictWords = { readonly title: string; readonly more: readonly string[] }

export function verdictWords({ run, meaning }: ShownRun, reasons: ReasonRows): VerdictWords {
  const summary = plainSummary(run.summary)
  switch (run.statusThatCounts) {
    case 'launching':
    case 'running':
      return { title: 'It is running', more: [] }
    case 'succeeded':
      return { title: 'It succeeded', more: successMore(run) }
    case 'canceled':
      return { title: 'It was canceled', more: [] }
    case 'failed':
      return {
        title: failedTitle(run, reasons) ?? meaning ?? summary,
        more: failedMore(run, meaning, reasons),
      }
  }
}

type Run = ShownRun['run']

function successMore({ verify, correction }: Run): readonly string[] {
  if (correction !== null) return ['A person said that it was not a failure.']
  if (verify === null) return []
  return verify.passed ? [`${verify.command} passed.`] : []
}

/** `2 tests fail: a, b`, where a tool has named them. */
function failedTitle({ diagnosis, reasonThatCounts }: Run, reasons: ReasonRows): string | null {
  const failing = diagnosis?.failing ?? []
  const [first] = failing
  if (first === undefined || reasons.get(reasonThatCounts ?? '')?.shows !== 'tests') return null
  const isNew = (diagnosis?.compared?.kinds?.new.length ?? 0) > 0
  const what = plural(
    failing.length,
    isNew ? 'new test fails' : 'test fails',
    isNew ? 'new tests fail' : 'tests fail',
  )
  return `${what}: ${first}${failing.length > 1 ? ' …' : ''}`
}

function failedMore(run: Run, meaning: string | null, reasons: ReasonRows): readonly string[] {
  const summary = plainSummary(run.summary)
  const hasTests = failedTitle(run, reasons) !== null
  return [
    hasTests || meaning === null ? meaning : null,
    meaning === null || summary === ''
      ? null
      : `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`.replace(/\.\.$/, '.'),
    run.diagnosis?.compared?.words ?? null,
    run.circular ? 'It goes in circles: an earlier attempt tried the same.' : null,
    run.diagnosis?.statedReason === undefined ? null : `The agent said: ${run.diagnosis.statedReason}`,
  ].filter((words): words is string => words !== null && words !== '' && !(hasTests && words === summary))
}

const STAGES: Readonly<Record<string, string>> = {
  launch: 'at the launch',
  git_clone: 'in the clone',
  git_checkout: 'in the checkout',
  setup: 'in the setup',
  baseline_run: 'in the tests before the agent',
  agent_run: 'in the agent’s output',
  final_test: 'in the final test',
}

export const stageWords = (stage: string): string => STAGES[stage] ?? `in ${stage}`

const NAMES: Readonly<Record<string, string>> = {
  launch: 'Launch',
  git_clone: 'Clone',
  git_checkout: 'Checkout',
  setup: 'Setup',
  baseline_run: 'Tests before the agent',
  agent_run: 'Agent',
  final_test: 'Final test',
}

export const stageName = (stage: string): string => NAMES[stage] ?? stage
