/**
 * Reads mayday.yaml again before each attempt of a loop that may run for days unattended.
 *
 * W1 Values that were trusted when the loop started may be used until it ends. W2 Changed values are used only if the
 * user has trusted them and the store remembers it: `MAYDAY_TRUST` covers only the values at the start, not those
 * that an agent writes later. W3 A task whose agent would be started by untrusted values is escalated; the other
 * tasks continue. Commands and stages in a task itself were given by the user when the task was added.
 */
import { agentCommand, projectAgents } from '../../../config/agent-command.ts'
import type { Config } from '../../../config/config.ts'
import type { Executing } from '../../../config/executing-values.ts'
import { loadConfig, type LoadedConfig } from '../../../config/load-config.ts'
import { MaydayError } from '../../../errors.ts'
import type { Project } from '../../../record/project.ts'
import type { TaskRecord } from '../../../record/task.ts'
import type { Looked, TaskContext } from '../../../scheduling/task-context.ts'

/** How this config starts agents. */
export const agentsOf = (config: Config): Pick<TaskContext, 'agents' | 'commandOf'> => ({
  agents: projectAgents(config),
  commandOf: (agent) => agentCommand(agent, config),
})

export function configWatch(project: Project, atStart: LoadedConfig): NonNullable<TaskContext['lookAgain']> {
  /** The newest trusted config. */
  let held = atStart
  return async (task) => {
    const now = await loadAgain(project)
    // If the config cannot be read or has no executing values, the trusted one stays in use (W1).
    if (now !== null && now.executing.values.length > 0) {
      if (await mayUse(now)) held = now
      else {
        const refusal = refusalOf(task, held.executing, now.executing)
        if (refusal !== null) return refusal
      }
    }
    return { kind: 'agents', agents: agentsOf(held.whole) }
  }

  /** W1, W2. */
  async function mayUse({ executing }: LoadedConfig): Promise<boolean> {
    if (executing.hash === atStart.executing.hash) return true
    const { trustOf } = await import('../../../config/trust-record.ts')
    return trustOf(executing, project) !== undefined
  }
}

async function loadAgain(project: Project): Promise<LoadedConfig | null> {
  try {
    return await loadConfig(project, process.env)
  } catch (error) {
    // The file may be half edited. The next command reports the error.
    if (error instanceof MaydayError) return null
    throw error
  }
}

/** W3. */
function refusalOf(task: TaskRecord, before: Executing, now: Executing): Looked | null {
  const names = new Set([task.agent, ...task.fallback])
  const keys = changedKeys(before, now).filter((key) => {
    const [section, name] = key.split('.')
    return section === 'agents' && name !== undefined && names.has(name)
  })
  if (keys.length === 0) return null
  return {
    kind: 'untrusted',
    why: `mayday.yaml changed ${keys.join(', ')}, and nobody has trusted that.`,
    actions: ['mayday trust', `mayday run --task ${task.task}`, `mayday skip ${task.task}`],
  }
}

function changedKeys(before: Executing, now: Executing): readonly string[] {
  const hashes = ({ values }: Executing): Map<string, string> =>
    new Map(values.map(({ key, hash }) => [key, hash]))
  const [was, is] = [hashes(before), hashes(now)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key))
}
