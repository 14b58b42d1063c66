/** A task as a trace: a span for the task, one for each attempt, and below it the stages. */
import type { RunResult, StageReport } from '../../../record/run-result.ts'
import { shownText } from '../../shown.ts'
import type { Metric, Span } from './otlp.ts'

const FNV_OFFSET = 0xcbf29ce484222325n
const FNV_PRIME = 0x100000001b3n

/** FNV-1a as 16 hex digits. The first use of `node:crypto` would take half a millisecond. */
function hex(text: string): string {
  let hash = FNV_OFFSET
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME)
  return hash.toString(16).padStart(16, '0')
}

/** The id of a task is a valid trace id. The id of an imported task is not. */
export const traceOf = (taskId: string): string => {
  const digits = taskId.replaceAll('-', '').toLowerCase()
  return /^[\da-f]{32}$/.test(digits) && /[^0]/.test(digits) ? digits : hex(taskId) + hex(`trace ${taskId}`)
}

export const spanOf = (...words: readonly string[]): string => hex(words.join('\n'))

/** The attempt and its stages. Texts are redacted. */
export function attemptSpans(result: RunResult): readonly Span[] {
  const { taskId, runId, agent, startedAt, endedAt, summary, status } = result
  const traceId = traceOf(taskId)
  const spanId = spanOf('run', runId)
  const attempt: Span = {
    traceId,
    spanId,
    parentSpanId: spanOf('task', taskId),
    name: `invoke_agent${agent === null ? '' : ` ${agent}`}`,
    startedAt,
    endedAt,
    attributes: attemptAttributes(result),
    error: status === 'failed' ? shownText(summary) : null,
  }
  const stages = result.stages.map((stage) => stageSpan(stage, { traceId, parentSpanId: spanId, runId }))
  return [attempt, ...stages]
}

const attemptAttributes = (result: RunResult): Span['attributes'] => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': result.agent,
  'gen_ai.request.model': result.model,
  'gen_ai.conversation.id': result.sessionId,
  'error.type': result.reason,
  'mayday.run': result.run,
  'mayday.run.id': result.runId,
  'mayday.attempt': result.attempt,
  'mayday.flow': result.flow,
  'mayday.status': result.status,
  'mayday.turns': result.turns,
  'mayday.tokens': result.tokens,
  'mayday.cost_usd': result.costUsd,
  'mayday.confidence': result.diagnosis?.confidence,
  'mayday.rule': result.diagnosis?.rule,
  'mayday.plan': result.plan?.kind,
  'mayday.changed_files': result.changedFiles?.length,
})

type Above = { readonly traceId: string; readonly parentSpanId: string; readonly runId: string }

const stageSpan = (stage: StageReport, { runId, ...above }: Above): Span => ({
  ...above,
  spanId: spanOf('stage', runId, stage.stage, stage.startedAt),
  name: stage.stage,
  startedAt: stage.startedAt,
  endedAt: stage.endedAt,
  attributes: {
    'error.type': stage.reason,
    'process.exit.code': stage.exitCode,
    'mayday.signal': stage.endSignal,
  },
  error: stage.reason,
})

export const attemptMetrics = ({
  status,
  reason,
  agent,
  durationMs,
  costUsd,
  tokens,
}: RunResult): readonly Metric[] => {
  const attributes = { 'mayday.status': status, 'error.type': reason, 'gen_ai.agent.name': agent }
  const sum = (name: string, unit: string, value: number | null): readonly Metric[] =>
    value === null ? [] : [{ name, unit, kind: 'sum', points: [{ value, attributes }] }]
  return [
    ...sum('mayday.runs', '{run}', 1),
    ...sum('mayday.run.duration', 's', durationMs / 1000),
    ...sum('mayday.cost', '{usd}', costUsd),
    ...sum('mayday.tokens', '{token}', tokens),
  ]
}
