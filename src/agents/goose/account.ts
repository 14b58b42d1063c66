import type { AgentAccount } from '../../recovery/account.ts'

export const account: AgentAccount = {
  variables: null,
  login: 'goose configure',
}
