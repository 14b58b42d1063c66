import type { AgentDocs } from '../agent.ts'

export const docs: AgentDocs = {
  session: 'found in every line',
  retries: 'not at all; its log shows each retry (`--print-logs`)',
  transcript: 'is a database',
}
