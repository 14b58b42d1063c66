import { basename } from 'node:path'
import { accountOf, type AgentAccounts } from '../recovery/account.ts'
import { agentNameOf } from '../recovery/gates.ts'
import type { Situation } from '../recovery/situation.ts'
import type { TaskSpec } from '../record/task.ts'
import { accountList } from './account-list.ts'
import { agentNames } from './names.ts'

export const agentAccounts: AgentAccounts = new Map(accountList)

type Started = Pick<TaskSpec, 'agent' | 'argv'>

/** The inputs that decide which account an agent uses on this machine. */
type AccountContext = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names of accounts by agent. An agent without a name is identified by its environment. */
  readonly accounts?: Readonly<Record<string, string>>
}

/** The account that a task's agent would use in this context. */
export function accountFor(task: Started, { env, accounts }: AccountContext): string {
  const agent = agentNameOf(task)
  return accounts?.[agent] ?? accountOf(agent, env, agentAccounts)
}

/** The facts about a task's agent that a plan needs. */
export const agentFactsOf = (
  task: Started,
  context: AccountContext,
): Pick<Situation, 'account' | 'login' | 'isKnownAgent'> => ({
  account: accountFor(task, context),
  login: agentAccounts.get(agentNameOf(task))?.login ?? null,
  isKnownAgent: agentNames.includes(basename(task.argv?.[0] ?? '')),
})
