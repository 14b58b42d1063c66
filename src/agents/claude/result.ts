import type { JsonObject } from '../../signals/bytes/records.ts'
import { list, object, text } from '../../signals/json.ts'
import { parseMarker } from '../../signals/markers.ts'
import type { What } from '../../signals/signal.ts'
import { noteApiError, tokensOf, type Run } from './run.ts'
import { formOf } from '../../signals/agents/text-mode.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'

/** Ends that `subtype` or `terminal_reason` alone identify. */
const NAMED_ENDS: Readonly<Record<string, What>> = {
  error_max_turns: 'turn-limit',
  max_turns: 'turn-limit',
  error_max_budget_usd: 'budget-limit',
  budget_exhausted: 'budget-limit',
  prompt_too_long: 'context-full',
  aborted_tools: 'interrupt',
  aborted_streaming: 'interrupt',
}

/** The closing line. `--output-format json` prints nothing else. */
export function readResult(run: Run, line: JsonObject): void {
  const { notes } = run
  notes.turns(line['num_turns'])
  notes.cost(line['total_cost_usd'] ?? line['cost_usd'])
  notes.tokens(tokensOf(line['usage']))
  notes.close()
  run.closed = true
  run.tools.afterResult()
  const said =
    text(line['result']) ||
    list(line['errors']).map(text).join('\n') ||
    text(object(line['error'])['message'])
  const failed = line['is_error'] === true || text(line['subtype']).startsWith('error')
  const ended = NAMED_ENDS[text(line['terminal_reason'])] ?? NAMED_ENDS[text(line['subtype'])]
  if (ended !== undefined && (failed || ended !== 'interrupt')) {
    notes.typed(
      ended,
      said || text(line['terminal_reason']) || text(line['subtype']),
      {},
      said || '"subtype"',
    )
  } else if (failed) noteFailure(run, line, said)
  else noteSuccess(run, line, said)
}

function noteFailure(run: Run, line: JsonObject, said: string): void {
  const subtype = text(line['subtype'])
  const hidden = run.dialect.errorIn?.(said) ?? null
  const form = formOf(run.dialect.forms, said)
  const ofApi =
    hidden !== null ||
    text(line['terminal_reason']) === 'api_error' ||
    typeof line['api_error_status'] === 'number' ||
    run.errorCode !== ''
  const claim = ofApi || form !== undefined ? undefined : claimIn(run, said)
  if (claim !== undefined) noteClaim(run, said, claim)
  else if (form === 'bad-start') run.notes.typed('bad-start', said)
  else if (line['stop_reason'] === 'refusal') run.notes.typed('refusal', said, {}, said || '"refusal"')
  else if (ofApi || form !== undefined || subtype === 'success') {
    noteApiError(run, hidden ?? said, line, codeOf(run, line))
  } else run.notes.typed('failure', said || subtype, {}, said || '"subtype"')
}

/** The line in which the agent itself reports why it failed. */
const claimIn = ({ notes }: Run, said: string): string | undefined =>
  said.split('\n').findLast((one) => parseMarker(one, notes.options.markerPrefixes) !== null)

/** A result that reports a failure by a marker is the agent's answer, not an error in place of one. */
function noteClaim({ notes, spoke }: Run, said: string, claim: string): void {
  if (!spoke) notes.words(said)
  notes.typed('failure', claim, {}, claim)
}

/** The agent's error code is more precise than the provider's, unless it is `unknown`. */
function codeOf(run: Run, line: JsonObject): string {
  const known = run.errorCode === '' || run.errorCode === 'unknown' ? '' : run.errorCode
  return known || text(line['api_error_type']) || run.errorCode
}

function noteSuccess(run: Run, line: JsonObject, said: string): void {
  const { notes } = run
  if (!run.spoke) notes.words(said)
  if (line['stop_reason'] === 'refusal')
    notes.typed('refusal', said || 'stop_reason refusal', {}, '"refusal"')
  else if (said === '' && 'result' in line && !notes.answered) {
    noteNoAnswer(notes, '"subtype"')
  } else notes.success(said, '"subtype":"success"')
  run.tools.denials(line, said)
}
