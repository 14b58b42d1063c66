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

const alone = (value: number): readonly Sample[] => [{ labels: {}, value }]

function familiesOf(store: Store): readonly Family[] {
  const { succeeded, failed, canceled, live, costUsd, durationMs, byReason } = store.stats()
  const gates = Map.groupBy(store.gates(), ({ reason }) => reason)
  return [
    {
      name: 'mayday_runs_total',
      type: 'counter',
      help: 'Runs that have ended, by status.',
      samples: Object.entries({ succeeded, failed, canceled }).map(([status, value]) => ({
        labels: { status },
        value,
      })),
    },
    {
      name: 'mayday_run_failures_total',
      type: 'counter',
      help: 'Failed runs, by reason and class.',
      samples: byReason.map((row) => ({
        labels: { reason: row.reason, class: row.class },
        value: row.failed,
      })),
    },
    { name: 'mayday_runs_live', type: 'gauge', help: 'Runs that go on now.', samples: alone(live) },
    {
      name: 'mayday_cost_usd_total',
      type: 'counter',
      help: 'Cost of all runs in US dollars.',
      samples: alone(costUsd),
    },
    {
      name: 'mayday_run_seconds_total',
      type: 'counter',
      help: 'Running time of all runs in seconds.',
      samples: alone(durationMs / 1000),
    },
    {
      name: 'mayday_tasks',
      type: 'gauge',
      help: 'Tasks, by status.',
      samples: taskStatuses.map((status) => ({ labels: { status }, value: store.countTasks(status) })),
    },
    {
      name: 'mayday_gates_closed',
      type: 'gauge',
      help: 'Gates at which tasks wait, by reason.',
      samples: Array.from(gates, ([reason, all]) => ({ labels: { reason }, value: all.length })),
    },
    {
      name: 'mayday_escalations_open',
      type: 'gauge',
      help: 'Escalations that nobody has looked at.',
      samples: alone(store.escalations({ state: 'open' }).length),
    },
  ]
}

const render = ({ name, type, help, samples }: Family): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((one) => line(name, one))].join('\n')

const line = (name: string, { labels, value }: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

/** A reason may be a word of another program. */
const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
