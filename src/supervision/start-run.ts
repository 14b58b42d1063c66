/**
 * From a request to a run: validation, intent, folder, launch.
 *
 * A1 The intent is in the database before anything else happens, and run.json exists before a process.
 * A2 A refused launch is a run too: it has a number, a folder and a result, and started nothing.
 */
import type { RunLimits } from './default-limits.ts'
import { join } from 'node:path'
import { environmentOf, type Project } from '../record/project.ts'
import type { DecidedOn } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import { RunEndedError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import { keptTask } from '../record/task.ts'
import { TRUST_VARIABLE } from '../record/trust-variable.ts'
import { uuidv7 } from '../record/uuid.ts'
import { POLICY_VARIABLE } from '../recovery/advice.ts'
import { CUSTOM_REASONS_VARIABLE, parseCustomReasons } from '../reasons/custom-reason.ts'
import { MARKERS_VARIABLE } from '../signals/markers.ts'
import { redact, secretsFromEnv } from '../secrets/secrets.ts'
import { measureAndKeep, type Baseline } from './changes/changes.ts'
import { CRASH_VARIABLE, crashPoint } from './crash-point.ts'
import type { KnownAgents } from './known-agents.ts'
import { checkLaunch, type LaunchCheck } from './launch.ts'
import { limitMemory, oomKills } from './memory-limit.ts'
import { RUN_PATH_VARIABLE, type Processes } from './processes/processes.ts'
import { logPathFor, RunFolder, type Environment } from './run-folder.ts'
import { findRunFolder } from './run-folders.ts'
import type { OutputDescription, RunSpec, StageSpec, StartPoint, TaskPast } from './run-spec.ts'
import { shellWords } from './shell-words.ts'
import { concludeRun, superviseRun } from './supervise.ts'
import { intentOf, openRun } from './open-run.ts'
import { startBeating } from './owners.ts'
import type { Watcher } from './supervised-run.ts'
import { underFence } from './under-fence.ts'

export type RunRequest = {
  readonly project: Project
  /** The agent's command. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly agent: string | null
  /** How the output is read, if the project defines the agent. */
  readonly described?: OutputDescription
  /** The session id on its command line. */
  readonly sessionId?: string
  readonly task?: number
  /** The earlier runs of the task, redacted. */
  readonly past?: TaskPast
  /** The id that was chosen when the run was queued. */
  readonly runId?: string
  /** If given, the run is refused if a backup was restored or the task ran since the decision to start it. */
  readonly decidedOn?: DecidedOn
  /** Relative to the project root. */
  readonly card?: string | null
  readonly title: string
  readonly prompt: string | null
  /** The prompt is already on the command line. It is only recorded. */
  readonly isPromptGiven?: boolean
  readonly flow: string
  readonly phase: string | null
  /** Shell commands. */
  readonly setup: string | null
  readonly baseline: string | null
  readonly verify: string | null
  readonly limits: RunLimits
  readonly expectChanges: boolean
  /** Whether failing tests of verify are compared with those that fail at the start of the task. */
  readonly compare?: CompareRequest
  /**
   * All stages of a staged attempt, instead of the commands above. The attempt makes its work tree in `cwd`: an empty
   * folder, which may be outside the project.
   */
  readonly stages?: readonly StageSpec[]
  /** If the stages run in a sandbox: Mayday's own git dir, which one of them makes. */
  readonly ownGit?: string
}

/** The snapshot of the task's start, by commit or ref; null means the task starts with this run. */
type CompareRequest = { readonly start: string | null }

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
  const { rejectedResult } = await import('./conclude.ts')
  return await concludeRun(run, supervisor.store, rejectedResult(spec, launch.rejection, new Date()))
}

/** A lost or restored store may not know a run whose files exist. Runs that it knows it refuses itself. */
function refuseForgotten(runId: string, project: Project, store: Store): void {
  if (store.find(runId) !== null) return
  const found = findRunFolder(runId, project)
  if (found !== null) throw new RunEndedError(`The run in ${found}`)
}

/** The facts before the run has a number. */
type Known = {
  readonly launch: LaunchCheck
  readonly baseline: Baseline
  readonly compare: StartPoint | null
}

/** Loaded only if a comparison was requested. */
async function startPointOf(
  { compare, cwd, runId, verify }: RunRequest & { readonly runId: string },
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
  request: RunRequest & { readonly runId: string },
  { store, processes }: Supervisor,
  { launch, baseline, compare }: Known,
): { readonly spec: RunSpec; readonly env: Environment } {
  const now = new Date()
  const { runId } = request
  const { root } = request.project
  const around = request.env[RUN_PATH_VARIABLE]
  const git = baseline.kind === 'git' ? baseline : { branch: null, commit: null }
  const starter = processes.self()
  const secrets = secretsFromEnv(request.env)
  const stages = request.stages ?? stagesOf(request, launch, secrets)
  const { memoryBytes } = request.limits
  const memory = memoryBytes === null || launch.kind === 'rejected' ? null : limitMemory(memoryBytes)
  const draft = {
    format: 'mayday.run/1',
    runId,
    title: redact(request.title, secrets),
    ...keptOf(request, store),
    flow: request.flow,
    phase: request.phase,
    card: request.card ?? null,
    agent: launch.kind === 'ready' ? launch.agent : request.agent,
    ...(request.described === undefined ? {} : { described: request.described }),
    ...(request.sessionId === undefined ? {} : { sessionId: request.sessionId }),
    root,
    cwd: request.cwd,
    logPath: logPathFor(runId, now),
    runPath: around === undefined || around === '' ? runId : `${around}/${runId}`,
    createdAt: now.toISOString(),
    starter,
    stages,
    graceMs: request.limits.graceMs,
    memory,
    expectChanges: request.expectChanges,
    ...(compare === null ? {} : { compare }),
    ...(request.past === undefined ? {} : { past: request.past }),
    markers: (request.env[MARKERS_VARIABLE] ?? '').split(',').filter((prefix) => prefix !== ''),
    policies: (request.env[POLICY_VARIABLE] ?? '').split(',').filter((word) => word !== ''),
    customReasons: parseCustomReasons(request.env[CUSTOM_REASONS_VARIABLE] ?? ''),
    environment: Object.keys(request.env).toSorted(),
    prompted: request.prompt !== null && request.isPromptGiven !== true,
    baseline,
    ...(request.ownGit === undefined ? {} : { ownGit: request.ownGit }),
    branch: git.branch,
    baseCommit: git.commit,
    oomKills: oomKills(),
  } as const
  const intent = intentOf(
    { ...draft, run: 0, task: 0, taskId: '', attempt: 0 },
    JSON.stringify(processes.self()),
  )
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

function stagesOf(
  request: RunRequest,
  launch: LaunchCheck,
  secrets: readonly string[],
): readonly StageSpec[] {
  const { setup, baseline, verify, limits } = request
  const shell = (stage: StageSpec['stage'], command: string | null, timeoutMs: number): StageSpec[] =>
    command === null
      ? []
      : [
          {
            stage,
            argv: ['/bin/sh', '-c', command],
            command: redact(command, secrets),
            timeoutMs,
            idleMs: null,
          },
        ]
  const [, ...args] = request.argv
  const program = launch.kind === 'ready' ? launch.program : (request.argv[0] ?? '')
  return [
    ...shell('setup', setup, limits.setupMs),
    ...shell('baseline_run', baseline, limits.verifyMs),
    {
      stage: 'agent_run',
      argv: [program, ...args],
      // Quoting may split a secret, so each word is masked first.
      command: redact(shellWords(request.argv.map((word) => redact(word, secrets))), secrets),
      timeoutMs: limits.timeoutMs,
      idleMs: limits.idleMs,
      ...(limits.retryingMs === null ? {} : { retryingMs: limits.retryingMs }),
    },
    ...shell('final_test', verify, limits.verifyMs),
  ]
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
