/** What Mayday has seen of each way in which a session of a real agent ended. */
export type Ending = {
  readonly agent: string
  readonly isInTerminal: boolean
  /** What was done to it. */
  readonly how: string
  /** The status and the reason, in one text. */
  readonly expected: string
  /** The first verdict of the hook; null if there is none. */
  hook?: string | null
  reader?: string
  /** What the request of the next session said of it. */
  told?: string | null
}

declare module 'vitest' {
  interface TaskMeta {
    ending?: Ending
  }
}

export type Verdict = { readonly status: string; readonly reason: string | null }

/** A verdict in one text. What only failed sessions have is left out. */
export const inWords = ({ status, reason }: Verdict): string =>
  status === 'failed' ? `failed: ${reason}` : status

const isRight = ({ expected, hook, reader, told }: Ending): boolean =>
  reader === expected &&
  (hook ?? expected) === expected &&
  (told ?? null) === (told === undefined ? null : expected)

const HEAD = [
  'agent',
  'mode',
  'ended by',
  'expected',
  'seen by the hook',
  'seen by the reader',
  'told to the next',
  'right',
]

const row = (ending: Ending): readonly string[] => [
  ending.agent,
  ending.isInTerminal ? 'terminal' : 'print',
  ending.how,
  ending.expected,
  ending.hook ?? '-',
  ending.reader ?? 'nothing',
  ending.told === undefined ? '-' : (ending.told ?? 'nothing'),
  isRight(ending) ? '✓' : '✗',
]

/** The endings as a table, and how many are right. */
export function endingTable(endings: readonly Ending[]): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...endings.map(row)]
  const lines = rows.map((words) => `| ${words.join(' | ')} |`)
  return `${lines.join('\n')}\n\n${endings.length} endings, ${endings.filter(isRight).length} right`
}
