import type { AgentAccount } from '../../recovery/account.ts'

export const account: AgentAccount = {
  variables: ['COPILOT_PROVIDER_API_KEY', 'COPILOT_PROVIDER_BASE_URL', 'GH_TOKEN', 'GITHUB_TOKEN'],
  login: 'copilot, then /login',
}
