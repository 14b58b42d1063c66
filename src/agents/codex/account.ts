import type { AgentAccount } from '../../recovery/account.ts'

export const account: AgentAccount = {
  variables: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'CODEX_HOME', 'OPENAI_BASE_URL'],
  login: 'codex login',
}
