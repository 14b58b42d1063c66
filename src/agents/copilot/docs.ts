import type { AgentDocs } from '../agent.ts'

export const docs: AgentDocs = {
  session: 'chosen (`--session-id`), because it prints the id only at the end',
  retries: 'no way is known',
  transcript: 'contains how each answer ended',
}
