/**
 * Looks at mayday.yaml again before each attempt of a loop that may run for days without a person.
 *
 * W1 What was trusted when the loop began may be used until its end. W2 Other values are used only where a person has
 * trusted them and that is remembered: `MAYDAY_TRUST` speaks for what was there at the start, not for what an agent
 * writes later. W3 A task whose agent would be started in a way that nobody has trusted is told to a person; the others
 * go on. Commands and stages that stand in a task itself were given by a person when it was added.
 */
import { agentCommand, projectAgents } from '../../../config/agent-command.ts'
import type { Config } from '../../../config/config.ts'
import type { Executing } from '../../../config/executing-values.ts'
import { loadConfig, type LoadedConfig } from '../../../config/load-config.ts'
import { MaydayError } from '../../../errors.ts'
import type { Project } from '../../../record/project.ts'
import type { TaskRecord } from '../../../record/task.ts'
import type { Looked, TaskContext } from '../../../scheduling/task-context.ts'

/** How agents are started by this config. */
export const agentsOf = (config: Config): Pick<TaskContext, 'agents' | 'commandOf'> => ({
  agents: projectAgents(config),
  commandOf: (agent) => agentCommand(agent, config),
})

export function configWatch(project: Project, atStart: LoadedConfig): NonNullable<TaskContext['lookAgain']> {
  /** The newest of what was trusted. */
  let held = atStart
  return async (task) => {
    const now = await loadAgain(project)
    // Where nothing can be read or nothing is said, what was trusted goes on (W1).
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
    // Somebody is in the middle of editing it. The next command says what is wrong.
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
