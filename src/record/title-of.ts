const LONGEST_TITLE = 200

/** The title of a task that has only a prompt: its first line, without the marks of a heading. */
export const titleOf = (prompt: string): string =>
  (prompt.trim().split('\n', 1)[0] ?? '')
    .replace(/^#+\s*/, '')
    .slice(0, LONGEST_TITLE)
    .trim()
