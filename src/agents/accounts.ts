import { basename } from 'node:path'
import { accountOf, type AgentAccount } from '../recovery/account.ts'
import { agentNameOf } from '../recovery/gates.ts'
import type { Situation } from '../recovery/situation.ts'
import type { TaskSpec } from '../record/task.ts'
import { agents } from './agents.ts'

/** The account of each agent that declares one. */
export const agentAccounts: ReadonlyMap<string, AgentAccount> = new Map(
  agents.flatMap(({ name, account }) => (account === undefined ? [] : [[name, account] as const])),
)

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
  isKnownAgent: agents.some(({ name }) => name === basename(task.argv?.[0] ?? '')),
})
