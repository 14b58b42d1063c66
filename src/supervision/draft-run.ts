/** The content of run.json that is known before the run has a number. */
import { CUSTOM_REASONS_VARIABLE, parseCustomReasons } from '../reasons/custom-reason.ts'
import { POLICY_VARIABLE } from '../recovery/advice.ts'
import { redact } from '../secrets/secrets.ts'
import { MARKERS_VARIABLE } from '../signals/markers.ts'
import type { Baseline } from './changes/changes.ts'
import type { LaunchCheck } from './launch.ts'
import { limitMemory, oomKills } from './memory-limit.ts'
import { RUN_PATH_VARIABLE } from './processes/processes.ts'
import { logPathFor, type Environment } from './run-folder.ts'
import type { RunRequest } from './run-request.ts'
import type { RunSpec, StageSpec, StartPoint } from './run-spec.ts'
import { shellWords } from './shell-words.ts'

export type IdentifiedRequest = RunRequest & { readonly runId: string }

/** Facts that were collected before the launch. */
export type LaunchFacts = {
  readonly launch: LaunchCheck
  readonly baseline: Baseline
  readonly compare: StartPoint | null
}

/** The rest comes from the store and from this process. */
type Draft = Omit<RunSpec, 'run' | 'task' | 'taskId' | 'attempt' | 'kept' | 'starter'>

export function draftRun(
  request: IdentifiedRequest,
  { launch, baseline, compare }: LaunchFacts,
  secrets: readonly string[],
): Draft {
  const { runId, described, sessionId, past, ownGit, limits } = request
  const now = new Date()
  const git = baseline.kind === 'git' ? baseline : { branch: null, commit: null }
  const isLimited = limits.memoryBytes !== null && launch.kind === 'ready'
  return {
    format: 'mayday.run/1',
    runId,
    title: redact(request.title, secrets),
    flow: request.flow,
    phase: request.phase,
    card: request.card ?? null,
    agent: launch.kind === 'ready' ? launch.agent : request.agent,
    ...(described === undefined ? {} : { described }),
    ...(sessionId === undefined ? {} : { sessionId }),
    root: request.project.root,
    cwd: request.cwd,
    logPath: logPathFor(runId, now),
    createdAt: now.toISOString(),
    stages: request.stages ?? stagesOf(request, launch, secrets),
    graceMs: limits.graceMs,
    memory: isLimited ? limitMemory(limits.memoryBytes) : null,
    expectChanges: request.expectChanges,
    ...(compare === null ? {} : { compare }),
    ...(past === undefined ? {} : { past }),
    ...givenBy(request.env, runId),
    prompted: request.prompt !== null && request.isPromptGiven !== true,
    baseline,
    ...(ownGit === undefined ? {} : { ownGit }),
    branch: git.branch,
    baseCommit: git.commit,
    oomKills: oomKills(),
  }
}

/** What the environment of the request says about the run. */
function givenBy(
  env: Environment,
  runId: string,
): Pick<RunSpec, 'runPath' | 'markers' | 'policies' | 'customReasons' | 'environment'> {
  const around = env[RUN_PATH_VARIABLE] ?? ''
  const listIn = (variable: string): string[] =>
    (env[variable] ?? '').split(',').filter((word) => word !== '')
  return {
    runPath: around === '' ? runId : `${around}/${runId}`,
    markers: listIn(MARKERS_VARIABLE),
    policies: listIn(POLICY_VARIABLE),
    customReasons: parseCustomReasons(env[CUSTOM_REASONS_VARIABLE] ?? ''),
    environment: Object.keys(env).toSorted(),
  }
}

function stagesOf(
  { setup, baseline, verify, limits, argv }: RunRequest,
  launch: LaunchCheck,
  secrets: readonly string[],
): readonly StageSpec[] {
  const shell = (stage: StageSpec['stage'], command: string | null, timeoutMs: number): StageSpec[] => {
    if (command === null) return []
    const shown = redact(command, secrets)
    return [{ stage, argv: ['/bin/sh', '-c', command], command: shown, timeoutMs, idleMs: null }]
  }
  const [given = '', ...args] = argv
  return [
    ...shell('setup', setup, limits.setupMs),
    ...shell('baseline_run', baseline, limits.verifyMs),
    {
      stage: 'agent_run',
      argv: [launch.kind === 'ready' ? launch.program : given, ...args],
      // Quoting may split a secret, so each word is masked first.
      command: redact(shellWords(argv.map((word) => redact(word, secrets))), secrets),
      timeoutMs: limits.timeoutMs,
      idleMs: limits.idleMs,
      ...(limits.retryingMs === null ? {} : { retryingMs: limits.retryingMs }),
    },
    ...shell('final_test', verify, limits.verifyMs),
  ]
}
