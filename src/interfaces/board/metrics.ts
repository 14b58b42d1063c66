/** The numbers of a record in the text format of Prometheus. Reading them starts and changes nothing. */
import type { Store } from '../../record/store.ts'
import { taskStatuses } from '../../record/task-states.ts'

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

type Family = {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly samples: readonly Sample[]
}

export const renderMetrics = (store: Store): string => `${familiesOf(store).map(render).join('\n')}\n`

const counter = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  type: 'counter',
  help,
  samples,
})

const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  type: 'gauge',
  help,
  samples,
})

const alone = (value: number): readonly Sample[] => [{ labels: {}, value }]

function familiesOf(store: Store): readonly Family[] {
  const { succeeded, failed, canceled, live, costUsd, durationMs, byReason } = store.stats()
  const ended = Object.entries({ succeeded, failed, canceled })
  const gates = Map.groupBy(store.gates(), ({ reason }) => reason)
  return [
    counter(
      'mayday_runs_total',
      'Runs that have ended, by status.',
      ended.map(([status, value]) => ({ labels: { status }, value })),
    ),
    counter(
      'mayday_run_failures_total',
      'Failed runs, by reason and class.',
      byReason.map((row) => ({ labels: { reason: row.reason, class: row.class }, value: row.failed })),
    ),
    gauge('mayday_runs_live', 'Runs that have not ended.', alone(live)),
    counter('mayday_cost_usd_total', 'Cost of all runs in US dollars.', alone(costUsd)),
    counter('mayday_run_seconds_total', 'Running time of all runs in seconds.', alone(durationMs / 1000)),
    gauge(
      'mayday_tasks',
      'Tasks, by status.',
      taskStatuses.map((status) => ({ labels: { status }, value: store.countTasks(status) })),
    ),
    gauge(
      'mayday_gates_closed',
      'Gates at which tasks wait, by reason.',
      Array.from(gates, ([reason, all]) => ({ labels: { reason }, value: all.length })),
    ),
    gauge(
      'mayday_escalations_open',
      'Escalations that are not acknowledged.',
      alone(store.escalations({ state: 'open' }).length),
    ),
  ]
}

const render = ({ name, type, help, samples }: Family): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((one) => line(name, one))].join('\n')

const line = (name: string, { labels, value }: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

/** The reason of an imported run is a word of another program. */
const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
