import type { AgentAccount } from '../../recovery/account.ts'

export const account: AgentAccount = {
  variables: [
    'GEMINI_API_KEY',
    'GOOGLE_API_KEY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_GEMINI_BASE_URL',
  ],
  login: 'gemini, then /auth',
}
