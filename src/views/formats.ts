/**
 * The format name of each JSON answer. Its number rises when a field is removed, renamed or changes its meaning. This
 * file has no imports, because the table of commands loads it at every start.
 */
export const formats = {
  agents: 'mayday.agents/2',
  attempts: 'mayday.attempts/1',
  card: 'mayday.card/3',
  cards: 'mayday.cards/2',
  changes: 'mayday.changes/1',
  diff: 'mayday.diff/1',
  escalations: 'mayday.escalations/1',
  failure: 'mayday.failure/1',
  failures: 'mayday.failures/2',
  history: 'mayday.history/3',
  lessons: 'mayday.lessons/1',
  locks: 'mayday.locks/1',
  nodes: 'mayday.nodes/1',
  queue: 'mayday.queue/2',
  reasons: 'mayday.reasons/2',
  restore: 'mayday.restore/2',
  session: 'mayday.session/1',
  sessions: 'mayday.sessions/1',
  sessionStats: 'mayday.session-stats/1',
  show: 'mayday.show/3',
  state: 'mayday.state/3',
  stats: 'mayday.stats/1',
  status: 'mayday.status/2',
  story: 'mayday.story/1',
  task: 'mayday.task/3',
  tasks: 'mayday.tasks/3',
  wait: 'mayday.wait/2',
} as const
