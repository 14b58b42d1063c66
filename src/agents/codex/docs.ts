import type { AgentDocs } from '../agent.ts'

export const docs: AgentDocs = {
  session: 'found in its first line',
  retries: 'not at all: it is a setting of each provider',
  transcript: 'contains the kind of an error',
}
