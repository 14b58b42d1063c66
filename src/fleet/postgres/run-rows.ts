/** The rows of runs that the fleet itself writes: for live runs, and for runs whose node is lost. */
import type { RowImage } from '../../record/row-image.ts'
import type { Transaction } from './database.ts'

type Claimed = { readonly runId: string; readonly run: number; readonly task: number; readonly agent: string }

/** The visible fields of a run before its node has reported more. */
export async function liveRunRow(tx: Transaction, { runId, run, task, agent }: Claimed): Promise<RowImage[]> {
  const [kept] = await tx.query(
    `select row, to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
       (select count(*)::int from rows r where r.kind = 'runs' and r.task = $1 and not is_gone) as runs
     from rows where kind = 'tasks' and key = $2`,
    [task, String(task)],
  )
  const row: unknown = kept?.['row']
  const column = (name: string): string | null => {
    const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : null
    return typeof value === 'string' ? value : null
  }
  return [
    {
      table: 'runs',
      row: {
        number: run,
        id: runId,
        task,
        attempt: Number(kept?.['runs']) + 1,
        status: 'running',
        flow: column('flow') ?? 'implement',
        phase: column('phase'),
        card: column('card'),
        agent,
        command: '',
        cwd: '',
        log_path: '',
        started_at: String(kept?.['now']),
      },
    },
  ]
}

/** The outcome is unknown, because the node did not renew the run for a lease. */
export const lostRunPatch = (node: string): Readonly<Record<string, string | number>> => ({
  status: 'failed',
  reason: 'WORKER_CRASHED',
  stage: 'agent_run',
  ending: 'lost',
  duration_ms: 0,
  summary: `Node ${node} did not renew the run for a whole lease, so the run counts as lost.`,
})
