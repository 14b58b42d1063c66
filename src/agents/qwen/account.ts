import type { AgentAccount } from '../../recovery/account.ts'

export const account: AgentAccount = {
  variables: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'DASHSCOPE_API_KEY'],
  login: 'qwen, then /auth',
}
