import type { ChildProcess } from 'node:child_process'
import { crashPoint } from './crash-point.ts'
import type { ProcessIdentity } from './processes/processes.ts'
import { markOf } from './processes/run-mark.ts'
import type { Environment } from './run-folder.ts'
import type { StageSpec } from './run-spec.ts'
import type { SupervisedRun } from './supervised-run.ts'
import { parseExit, spawnStage, type ExitStatus } from './wrapper.ts'

/** The process of a stage, started here or attached to. */
export type StageProcess = {
  /** Null if it exited before it could be identified. */
  readonly wrapper: ProcessIdentity | null
  /**
   * Whether the command has ended. Then its exit file exists if it ever will. The wrapper may still wait for strays.
   */
  readonly hasEnded: () => boolean
  /** What the wrapper wrote; null if it wrote nothing. */
  readonly exit: () => ExitStatus | null
  /** Called once, soon after the end, if the system reports it. */
  readonly onEnd: (wake: () => void) => void
}

/** R1: the intent is written before the start, the process after it. */
export function startStage(run: SupervisedRun, spec: StageSpec): StageProcess {
  const { folder } = run
  const prompted = run.spec.prompted && spec.stage === 'agent_run'
  const { child, pid } = spawnStage({
    folder: folder.path,
    prefix: folder.prefixOf(spec.stage),
    argv: spec.argv,
    cwd: run.spec.cwd,
    env: environmentOf(run, spec),
    logPath: folder.log,
    isPiped: spec.isPiped === true,
    mark: markOf(run.spec.runPath),
    ...(prompted ? { stdinPath: folder.file('prompt.md') } : {}),
    ...(run.spec.memory === null ? {} : { limit: run.spec.memory.wrapper }),
  })
  crashPoint('stage spawned')
  const wrapper = run.processes.identify(pid)
  run.record({ event: 'stage:started', stage: spec.stage, pid, wrapper })
  return ofChild(run, spec, { child, wrapper })
}

/** A sandboxed command does not get variables that it cannot use. */
function environmentOf({ env }: SupervisedRun, { variables }: StageSpec): Environment {
  if (variables === undefined) return env
  return Object.fromEntries(Object.entries(env).filter(([name]) => variables.includes(name)))
}

function ofChild(
  run: SupervisedRun,
  spec: StageSpec,
  { child, wrapper }: { child: ChildProcess; wrapper: ProcessIdentity | null },
): StageProcess {
  let ended = child.exitCode !== null || child.signalCode !== null
  let wake: () => void = () => undefined
  child.once('exit', () => {
    ended = true
    wake()
  })
  child.once('error', () => {
    ended = true
    wake()
  })
  return {
    wrapper,
    hasEnded: () => {
      if (!ended && run.folder.exitOf(spec.stage) !== null) {
        ended = true
        // Mayday must be able to exit although the wrapper waits for a process that cannot be stopped.
        child.unref()
      }
      return ended
    },
    exit: () => exitOf(run, spec),
    onEnd: (then) => {
      wake = then
      if (ended) then()
    },
  }
}

/** A wrapper that another process started. It is not a child of this process, so it must be polled. */
export function attachStage(
  run: SupervisedRun,
  spec: StageSpec,
  wrapper: ProcessIdentity | null,
): StageProcess {
  return {
    wrapper,
    hasEnded: () => exitOf(run, spec) !== null || wrapper === null || run.processes.state(wrapper) === 'dead',
    exit: () => exitOf(run, spec),
    // The system notifies only parents. The watcher polls.
    onEnd: () => undefined,
  }
}

function exitOf(run: SupervisedRun, spec: StageSpec): ExitStatus | null {
  const text = run.folder.exitOf(spec.stage)
  return text === null ? null : parseExit(text)
}
