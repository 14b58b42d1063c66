/**
 * From a request to a run: validation, intent, folder, launch.
 *
 * A1 The intent is in the database before anything else happens, and run.json exists before a process.
 * A2 A refused launch is a run too: it has a number, a folder and a result, and started nothing.
 */
import { join } from 'node:path'
import { environmentOf, type Project } from '../record/project.ts'
import type { RunResult } from '../record/run-result.ts'
import { RunEndedError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import { keptTask } from '../record/task.ts'
import { TRUST_VARIABLE } from '../record/trust-variable.ts'
import { uuidv7 } from '../record/uuid.ts'
import { redact, secretsFromEnv } from '../secrets/secrets.ts'
import { measureAndKeep, type Baseline } from './changes/changes.ts'
import { CRASH_VARIABLE, crashPoint } from './crash-point.ts'
import type { KnownAgents } from './known-agents.ts'
import { draftRun, type IdentifiedRequest, type LaunchFacts } from './draft-run.ts'
import { checkLaunch } from './launch.ts'
import { RUN_PATH_VARIABLE, type Processes } from './processes/processes.ts'
import { RunFolder, type Environment } from './run-folder.ts'
import { findRunFolder } from './run-folders.ts'
import type { RunRequest } from './run-request.ts'
import type { RunSpec, StartPoint } from './run-spec.ts'
import { concludeRun, superviseRun } from './supervise.ts'
import { intentOf, openRun } from './open-run.ts'
import { startBeating } from './owners.ts'
import type { Watcher } from './supervised-run.ts'
import { underFence } from './under-fence.ts'

export type Supervisor = {
  readonly store: Store
  readonly processes: Processes
  readonly watcher: Watcher
  readonly knownAgents: KnownAgents
}

/** Starts a run and supervises it to its end. */
export async function startRun(request: RunRequest, supervisor: Supervisor): Promise<RunResult> {
  if (request.runId !== undefined) refuseForgotten(request.runId, request.project, supervisor.store)
  const { stages } = request
  const isOwnTree = stages !== undefined
  const launch = checkLaunch({ ...request, isOwnTree, agentNames: supervisor.knownAgents.names })
  const isThere = launch.kind === 'ready' && !isOwnTree
  const baseline: Baseline = isThere ? await measureAndKeep(request.cwd) : { kind: 'unknown' }
  using _ = startBeating(supervisor)
  const runId = request.runId ?? uuidv7()
  const compare = isThere ? await startPointOf({ ...request, runId }, baseline) : null
  const { spec, env } = recordIntent({ ...request, runId }, supervisor, { launch, baseline, compare })
  crashPoint('intent recorded')
  const folder = new RunFolder(join(request.project.record, spec.logPath))
  folder.create()
  folder.write(spec, env, request.prompt)
  crashPoint('folder written')
  using run = openRun({ ...supervisor, folder, spec, env, prompt: request.prompt })
  run.record({ event: 'run:created', run: spec.run, runId: spec.runId })
  if (launch.kind === 'ready') return await underFence(run, () => superviseRun(run, supervisor.store))
  run.record({ event: 'run:rejected', rejection: launch.rejection })
  const { rejectedResult } = await import('./unstarted-results.ts')
  return await concludeRun(run, supervisor.store, rejectedResult(spec, launch.rejection, new Date()))
}

/** A lost or restored store may not know a run whose files exist. Runs that it knows it refuses itself. */
function refuseForgotten(runId: string, project: Project, store: Store): void {
  if (store.find(runId) !== null) return
  const found = findRunFolder(runId, project)
  if (found !== null) throw new RunEndedError(`The run in ${found}`)
}

/** Loaded only if a comparison was requested. */
async function startPointOf(
  { compare, cwd, runId, verify }: IdentifiedRequest,
  baseline: Baseline,
): Promise<StartPoint | null> {
  if (compare === undefined || verify === null) return null
  const { startPointAt, startPointNow } = await import('./start-point.ts')
  return compare.start === null
    ? await startPointNow(cwd, baseline, runId)
    : await startPointAt(cwd, baseline, compare.start)
}

/** A1. */
function recordIntent(
  request: IdentifiedRequest,
  { store, processes }: Supervisor,
  facts: LaunchFacts,
): { readonly spec: RunSpec; readonly env: Environment } {
  const secrets = secretsFromEnv(request.env)
  const starter = processes.self()
  const draft = { ...draftRun(request, facts, secrets), ...keptOf(request, store), starter }
  const intent = intentOf({ ...draft, run: 0, task: 0, taskId: '', attempt: 0 }, JSON.stringify(starter))
  const prompt = request.prompt === null ? null : redact(request.prompt, secrets)
  const task = request.task === undefined ? {} : { task: request.task }
  const numbers = store.begin({ ...intent, prompt, ...task }, request.decidedOn)
  const spec: RunSpec = { ...draft, ...numbers }
  return { spec, env: environmentFor(request, spec) }
}

function keptOf({ task }: RunRequest, store: Store): Pick<RunSpec, 'kept'> {
  const found = task === undefined ? null : store.task(task)
  return found === null || found.isImplicit ? {} : { kept: keptTask(found) }
}

/** The environment of a worker. No name contains KEY, SECRET or TOKEN: some agents drop such variables. */
function environmentFor(request: RunRequest, spec: RunSpec): Environment {
  // A user who trusts one command to execute values does not trust the agent to do so.
  const { [CRASH_VARIABLE]: _crash, [TRUST_VARIABLE]: _trust, ...env } = request.env
  return {
    ...env,
    // As a shell sets it: some agents work in this folder, not in the one where they were started.
    PWD: spec.cwd,
    ...environmentOf(request.project),
    MAYDAY_RUN_ID: spec.runId,
    [RUN_PATH_VARIABLE]: spec.runPath,
    MAYDAY_TASK_ID: spec.taskId,
    MAYDAY_ATTEMPT: String(spec.attempt),
    ...(spec.prompted ? { MAYDAY_PROMPT_FILE: join(request.project.record, spec.logPath, 'prompt.md') } : {}),
  }
}
