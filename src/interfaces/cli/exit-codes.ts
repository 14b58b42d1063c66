/** The meaning of each exit code. */
export const exitCodes = {
  succeeded: { code: 0, means: 'it succeeded; a command that only shows something exits with 0' },
  failed: {
    code: 1,
    means:
      'the run or the task failed; mayday doctor: a problem remains; mayday bench validate: a task is not valid',
  },
  trouble: { code: 2, means: 'Mayday could not do its job; one sentence on standard error says why' },
  person: { code: 3, means: 'a task needs a person: mayday escalations' },
  unproven: { code: 4, means: 'mayday explain --check: neither a failure nor a success is proven' },
  waiting: {
    code: 75,
    means: 'a task still waits for a limit or a pause: mayday run --no-wait, mayday work --once',
  },
  limit: { code: 124, means: 'a run was stopped at a limit: mayday run --timeout, --idle or --retrying' },
  closed: { code: 129, means: 'the terminal was closed; the runs continue under another supervisor' },
  canceled: { code: 130, means: 'canceled by Ctrl+C, by a SIGTERM or by mayday cancel' },
} as const

export const exitWith = (name: keyof typeof exitCodes): number => exitCodes[name].code
