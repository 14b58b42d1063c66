import type { AgentDocs } from '../agent.ts'

export const docs: AgentDocs = {
  session: 'found in its banner',
  retries: 'no way is known',
  transcript: 'is a database',
}
