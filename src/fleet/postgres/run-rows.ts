/** The rows of runs that the fleet itself writes: for live runs, and for runs whose node is lost. */
import { LOST } from '../../diagnosis/endings.ts'
import { STARTED_RUN } from '../../record/run-states.ts'
import type { Transaction } from './database.ts'

type Claimed = { readonly runId: string; readonly task: number; readonly agent: string }

/** The visible fields of a run before its node has reported more. A task with a command has no agent. Its number was drawn in the same transaction. */
export const putLiveRun = (tx: Transaction, { runId, task, agent }: Claimed): Promise<unknown> =>
  tx.query(
    `insert into rows (kind, key, task, row)
     select 'runs', currval('run_numbers')::text, task, jsonb_build_object(
       'number', currval('run_numbers'), 'id', $2::text, 'task', task,
       'attempt', 1 + (select count(*) from rows r where r.kind = 'runs' and r.task = rows.task and not is_gone),
       'status', $4::text, 'flow', coalesce(row ->> 'flow', 'implement'), 'phase', row -> 'phase',
       'card', row -> 'card', 'agent', case when row ->> 'agent' is not null then $3::text end, 'command', '', 'cwd', '', 'log_path', '',
       'started_at', to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from rows where kind = 'tasks' and key = $1`,
    [String(task), runId, agent, STARTED_RUN],
  )

/** The outcome is unknown, because the node did not renew the run for a lease. */
export const lostRunPatch = (node: string): Readonly<Record<string, string | number>> => ({
  status: 'failed',
  reason: LOST.reason,
  stage: 'agent_run',
  ending: 'lost',
  duration_ms: 0,
  summary: `Node ${node} did not renew the run for a whole lease, so the run counts as lost.`,
})
