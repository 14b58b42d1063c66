/** The accounts of the agents. The build computes them, like the names of the agents. */
import type { AgentAccount } from '../recovery/account.ts'
import { agents } from './agents.ts'

export const accountList: readonly (readonly [string, AgentAccount])[] = agents.flatMap(({ name, account }) =>
  account === undefined ? [] : [[name, account] as const],
)
