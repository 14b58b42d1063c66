/**
 * The format name of each JSON answer. Its number rises when a field is removed, renamed or changes its meaning. This
 * file has no imports, because the table of commands loads it at every start.
 */
export const formats = {
  agents: 'mayday.agents/2',
  card: 'mayday.card/3',
  cards: 'mayday.cards/2',
  escalations: 'mayday.escalations/1',
  failures: 'mayday.failures/1',
  history: 'mayday.history/3',
  lessons: 'mayday.lessons/1',
  locks: 'mayday.locks/1',
  queue: 'mayday.queue/2',
  reasons: 'mayday.reasons/2',
  restore: 'mayday.restore/2',
  show: 'mayday.show/3',
  state: 'mayday.state/3',
  stats: 'mayday.stats/1',
  status: 'mayday.status/2',
  task: 'mayday.task/3',
  tasks: 'mayday.tasks/3',
  wait: 'mayday.wait/2',
} as const
