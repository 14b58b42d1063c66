import { basename } from 'node:path'
import { accountOf, type AgentAccounts } from '../recovery/account.ts'
import { agentNameOf } from '../recovery/gates.ts'
import type { Situation } from '../recovery/situation.ts'
import type { TaskSpec } from '../record/task.ts'
import { accountList } from './account-list.ts'
import { agentNames } from './names.ts'

/** The account of each agent that declares one. */
export const agentAccounts: AgentAccounts = new Map(accountList)

type Started = Pick<TaskSpec, 'agent' | 'argv'>
type Variables = Readonly<Record<string, string | undefined>>

/** The account that a task's agent would use in this environment. */
export const accountFor = (task: Started, env: Variables): string =>
  accountOf(agentNameOf(task), env, agentAccounts)

/** What a plan must know about a task's agent. */
export const agentFactsOf = (
  task: Started,
  env: Variables,
): Pick<Situation, 'account' | 'login' | 'isKnownAgent'> => ({
  account: accountFor(task, env),
  login: agentAccounts.get(agentNameOf(task))?.login ?? null,
  isKnownAgent: agentNames.includes(basename(task.argv?.[0] ?? '')),
})
