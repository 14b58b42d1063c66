import { knownAgents } from '../../../agents/known-agents.ts'
import { configuredEnvironment } from '../../../config/configured-environment.ts'
import type { LoadedConfig } from '../../../config/load-config.ts'
import { overridesOf } from '../../../config/own-reasons.ts'
import type { Store } from '../../../record/store.ts'
import { hardLimit, softLimit } from '../../../scheduling/limits.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'
import type { QueueView } from '../../../scheduling/queue-view.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import type { TaskContext } from '../../../scheduling/task-context.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { agentsOf, configWatch } from '../config/config-watch.ts'
import { openRecorded, openStore, type Closing, type OpenedStore, type OpenOptions } from './open-store.ts'
import { projectConfig } from '../config/project-config.ts'

/** Everything that queues and unqueues. */
export async function openQueue(
  options: OpenOptions = {},
): Promise<Closing<QueueContext & Pick<OpenedStore, 'ship'>>> {
  const { schedule } = await projectConfig()
  return {
    ...(await openStore(options)),
    processes: openProcesses(),
    knownAgents,
    clock: wallClock,
    schedule,
  }
}

export type RecordedQueue = Omit<QueueContext, 'store'> & { readonly store: Store | null } & Pick<
    OpenedStore,
    'ship'
  >

/** For commands that make no store where nothing was ever recorded. */
export async function openRecordedQueue(options: OpenOptions = {}): Promise<Closing<RecordedQueue>> {
  const { schedule } = await projectConfig()
  return {
    ...(await openRecorded(options)),
    processes: openProcesses(),
    knownAgents,
    clock: wallClock,
    schedule,
  }
}

export const hasStore = (context: RecordedQueue): context is RecordedQueue & QueueContext =>
  context.store !== null

/** The queue where nothing was ever recorded. */
export function emptyQueue({ schedule }: Pick<QueueContext, 'schedule'>): QueueView {
  const { concurrency = 1, perFlow = {} } = schedule
  return {
    holder: null,
    holderWords: null,
    limits: { concurrency, perFlow, soft: softLimit(concurrency), hard: hardLimit(concurrency) },
    running: [],
    queued: [],
    waiting: [],
    deferred: [],
    counts: { running: 0, queued: 0, waiting: 0, deferred: 0, escalated: 0 },
  }
}

/** What every loop over tasks works with, whomever it tells what. */
export const workContext = (
  opened: OpenedStore,
  loaded: LoadedConfig,
): Omit<TaskContext, 'watcher' | 'tell' | 'isPaced'> => {
  const config = loaded.whole
  return {
    ...opened,
    processes: openProcesses(),
    knownAgents,
    clock: wallClock,
    schedule: config.schedule,
    random: Math.random,
    env: configuredEnvironment(config, process.env),
    ...agentsOf(config),
    overrides: overridesOf(config),
    lessons: config.lessons,
    autoRecover: config.cards.autoRecover ?? false,
    lookAgain: configWatch(opened.project, loaded),
  }
}
