import { knownAgents } from '../../../agents/known-agents.ts'
import type { Config } from '../../../config/config.ts'
import { configuredEnvironment } from '../../../config/configured-environment.ts'
import type { LoadedConfig } from '../../../config/load-config.ts'
import { overridesOf } from '../../../config/custom-reasons.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import type { TaskContext } from '../../../scheduling/task-context.ts'
import type { MaybeRecorded, ViewContext } from '../../../views/view.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { agentsOf, configWatch } from '../config/config-watch.ts'
import { openRecorded, openStore, type Closing, type OpenedStore, type OpenOptions } from './open-store.ts'
import { configOrDefaults, projectConfig } from '../config/project-config.ts'

/** For projects that have joined a fleet: sends the changes of a command to it, and asks it. */
type Shipping = Pick<OpenedStore, 'ship' | 'stranded'>

/** The context of every command that queues or dequeues. */
export async function openQueue(options: OpenOptions = {}): Promise<Closing<ViewContext & Shipping>> {
  const config = await projectConfig()
  return { ...(await openStore(options)), ...around(config) }
}

const around = (config: Config): Omit<ViewContext, 'store' | 'project'> => ({
  processes: openProcesses(),
  knownAgents,
  clock: wallClock,
  schedule: config.schedule,
  overrides: overridesOf(config),
})

/** For commands that do not create a store. */
export async function openRecordedQueue(
  options: OpenOptions = {},
): Promise<Closing<MaybeRecorded & Shipping>> {
  const config = await projectConfig()
  return { ...(await openRecorded(options)), ...around(config) }
}

/** For commands that show records: an error in mayday.yaml is reported, and the defaults apply. */
export async function openShown(
  options: Pick<OpenOptions, 'reconciles' | 'shared'>,
): Promise<Closing<MaybeRecorded & Pick<OpenedStore, 'elsewhere'>>> {
  const config = await configOrDefaults()
  return { ...(await openRecorded({ shared: 'reads', ...options })), ...around(config) }
}

/** The context that all task loops share. Only their reporters differ. */
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
