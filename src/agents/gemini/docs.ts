import type { AgentDocs } from '../agent.ts'

export const docs: AgentDocs = {
  session: 'found in its first line',
  turnLimit: 'a setting only',
  retries:
    "a settings file with the lowest priority: 3 attempts (and 5 more of the router if no model is named). Gemini CLI accepts such a file only if Mayday's folder and all its parents belong to root alone; otherwise not at all",
  transcript: 'contains no more than the output',
}
