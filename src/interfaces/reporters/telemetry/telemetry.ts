/** Reports tasks to a collector: attempts, stages, waits and rollbacks as they end. */
import { basename } from 'node:path'
import type { RunResult } from '../../../record/run-result.ts'
import type { Store } from '../../../record/store.ts'
import { taskStatuses, type TaskStatus } from '../../../record/task-states.ts'
import type { SchedulerEvent } from '../../../scheduling/scheduler-context.ts'
import { shownText } from '../../shown.ts'
import { Exporter, type Destination } from './exporter.ts'
import { metricsJson, tracesJson, type Metric, type Resource, type Span } from './otlp.ts'
import { attemptMetrics, attemptSpans, spanOf, traceOf } from './task-spans.ts'

export type TelemetryOptions = {
  readonly destination: Destination
  readonly store: Store
  readonly root: string
  readonly version: string
  readonly complain: (why: string) => void
}

type Waiting = { readonly startedAt: string; readonly why: string; readonly until: string | null }

export class Telemetry {
  readonly #store: Store
  readonly #exporter: Exporter
  readonly #resource: Resource
  /** By task. */
  readonly #waits = new Map<number, Waiting>()

  constructor({ destination, store, root, version, complain }: TelemetryOptions) {
    this.#store = store
    this.#exporter = new Exporter(destination, complain)
    this.#resource = { version, project: basename(root) }
  }

  tell(event: SchedulerEvent): void {
    switch (event.event) {
      case 'attempt:ended':
        this.attempt(event.result)
        break
      case 'wait:started':
        this.#waits.set(event.task, { startedAt: now(), why: event.why, until: event.until })
        break
      case 'attempt:starting':
        this.#endWait(event.task)
        break
      case 'tree:rolled-back':
        this.#moment(event.task, 'rollback', { 'mayday.rollback.to': event.to })
        break
      case 'task:escalated':
        this.#task(event.task, 'escalated')
        break
      case 'task:ended':
        this.#endWait(event.task)
        this.#task(event.task, event.status)
        break
      default:
    }
  }

  /** An attempt at a task that has ended. */
  attempt(result: RunResult): void {
    this.#ended(result, { spans: [], metrics: this.#queue() })
  }

  /** A run without a task loop is a task with one attempt. It changes neither the queue nor a gate. */
  alone(result: RunResult): void {
    const { taskId, startedAt, endedAt, status } = result
    this.#ended(result, { spans: [taskSpan(taskId, { startedAt, endedAt, status })], metrics: [] })
  }

  end(): Promise<void> {
    return this.#exporter.end()
  }

  #ended(
    result: RunResult,
    more: { readonly spans: readonly Span[]; readonly metrics: readonly Metric[] },
  ): void {
    this.#spans([...attemptSpans(result), ...more.spans])
    const metrics = [...attemptMetrics(result), ...more.metrics]
    const times = { from: result.startedAt, at: result.endedAt }
    this.#exporter.add('metrics', metricsJson(metrics, this.#resource, times), metrics.length)
  }

  /** The state of the queue. */
  #queue(): readonly Metric[] {
    const counts = this.#store.taskCounts()
    const tasks = taskStatuses.map((status) => ({
      value: counts[status],
      attributes: { 'mayday.status': status },
    }))
    const gates = Map.groupBy(this.#store.gates(), ({ reason }) => reason)
    return [
      { name: 'mayday.tasks', unit: '{task}', kind: 'gauge', points: tasks },
      {
        name: 'mayday.gates',
        unit: '{gate}',
        kind: 'gauge',
        points: Array.from(gates, ([reason, all]) => ({
          value: all.length,
          attributes: { 'error.type': reason },
        })),
      },
    ]
  }

  #endWait(task: number): void {
    const wait = this.#waits.get(task)
    if (wait === undefined) return
    this.#waits.delete(task)
    const attributes = { 'mayday.wait.why': shownText(wait.why), 'mayday.wait.until': wait.until }
    this.#moment(task, 'wait', attributes, wait.startedAt)
  }

  #moment(number: number, name: string, attributes: Span['attributes'], startedAt: string = now()): void {
    const task = this.#store.task(number)
    if (task === null) return
    const { taskId } = task
    const spanId = spanOf(name, taskId, startedAt)
    const parentSpanId = spanOf('task', taskId)
    this.#spans([
      {
        traceId: traceOf(taskId),
        spanId,
        parentSpanId,
        name,
        startedAt,
        endedAt: now(),
        attributes,
        error: null,
      },
    ])
  }

  #task(number: number, status: TaskStatus): void {
    const task = this.#store.task(number)
    if (task === null) return
    const { taskId, createdAt: startedAt } = task
    this.#spans([taskSpan(taskId, { startedAt, endedAt: now(), status, number })])
  }

  #spans(spans: readonly Span[]): void {
    this.#exporter.add('traces', tracesJson(spans, this.#resource), spans.length)
  }
}

const now = (): string => new Date().toISOString()

type TaskEnd = {
  readonly startedAt: string
  readonly endedAt: string
  readonly status: TaskStatus
  readonly number?: number
}

const taskSpan = (taskId: string, { startedAt, endedAt, status, number }: TaskEnd): Span => ({
  traceId: traceOf(taskId),
  spanId: spanOf('task', taskId),
  name: 'task',
  startedAt,
  endedAt,
  attributes: { 'mayday.status': status, 'mayday.task': number, 'mayday.task.id': taskId },
  error: status === 'failed' || status === 'escalated' ? status : null,
})
