import type { AgentDocs } from '../agent.ts'

export const docs: AgentDocs = {
  session: 'chosen (`--session-id`)',
  retries: '`CLAUDE_CODE_MAX_RETRIES=3`, `API_TIMEOUT_MS=120000`',
  transcript: 'contains every failed request',
}
