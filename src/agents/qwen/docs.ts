import type { AgentDocs } from '../agent.ts'

export const docs: AgentDocs = {
  session: 'found in its first line',
  retries: 'a settings file with the lowest priority: at most 7 attempts within 80 s',
  transcript: 'contains every failed request, written immediately',
}
