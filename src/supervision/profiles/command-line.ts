/** The options of an agent. Mayday needs them to distinguish the prompt from the other words of a command line. */
export type CommandLine = {
  /** The names that start it: programs, and packages for `npx` and similar programs. */
  readonly programs: readonly string[]
  /** One of these precedes the prompt (`codex exec`). If empty, the program itself takes the prompt. */
  readonly commands: readonly string[]
  /** Options whose value is the prompt, the default one first. */
  readonly promptOptions: readonly string[]
  /** Options that name a file with the prompt. */
  readonly fileOptions: readonly string[]
  /** Options that take one word. */
  readonly valueOptions: readonly string[]
  /** Options that take a word if one follows. */
  readonly maybeOptions: readonly string[]
  /** Options that take all words up to the next option. */
  readonly listOptions: readonly string[]
  /** How many words that belong to no option are the prompt. */
  readonly bareWords: 'one' | 'many' | 'none'
}

/** A command line without a prompt and without options that take a value. An agent declares what differs. */
export const PLAIN_LINE: Omit<CommandLine, 'programs'> = {
  commands: [],
  promptOptions: [],
  fileOptions: [],
  valueOptions: [],
  maybeOptions: [],
  listOptions: [],
  bareWords: 'none',
}

export type FoundOption = {
  readonly name: string
  readonly at: number
  /** The position after its last word. */
  readonly end: number
  /** The value is in the same word, after `=`. */
  readonly joined: boolean
}

/** A parsed command line. */
export type Scan = {
  /** The position after the program and its command, where options may be inserted. */
  readonly start: number
  readonly options: readonly FoundOption[]
  /** The positions of words that belong to no option. */
  readonly bare: readonly number[]
}

const nameOf = (word: string): string => {
  const name = word.startsWith('@') ? word : (word.split('/').at(-1) ?? '')
  return name.replace(/(?<=.)@[^/@]*$/, '')
}

/** The position after the agent's program. Another program may precede it (`npx`, `env`, `timeout`). */
function programEnd(argv: readonly string[], programs: readonly string[]): number {
  if (programs.includes(nameOf(argv[0] ?? ''))) return 1
  // An option of the outer program may have the same value (`docker run --name claude …`): the last one counts.
  const at = argv.findLastIndex((word, place) => place + 1 < argv.length && programs.includes(nameOf(word)))
  // A script that passes its arguments on.
  return at < 0 ? 1 : at + 1
}

export const startsAgent = (argv: readonly string[], { programs }: CommandLine): boolean =>
  programs.includes(nameOf(argv[0] ?? '')) ||
  argv.slice(0, -1).some((word) => programs.includes(nameOf(word)) && !word.startsWith('-'))

/** Null if the command that takes a prompt is missing. */
export function scan(argv: readonly string[], line: CommandLine): Scan | null {
  const from = programEnd(argv, line.programs)
  const whole = scanFrom(argv, line, from)
  if (line.commands.length === 0) return { start: from, ...whole }
  const [command = -1] = whole.bare
  if (!line.commands.includes(argv[command] ?? '')) return null
  return { start: command + 1, ...scanFrom(argv, line, command + 1) }
}

function scanFrom(argv: readonly string[], line: CommandLine, from: number): Omit<Scan, 'start'> {
  const options: FoundOption[] = []
  const bare: number[] = []
  let at = from
  while (at < argv.length) {
    const word = argv[at] ?? ''
    if (word === '--') {
      for (let rest = at + 1; rest < argv.length; rest++) bare.push(rest)
      break
    }
    if (word.startsWith('-') && word !== '-') {
      const option = readOption(argv, line, at)
      options.push(option)
      at = option.end
    } else bare.push(at++)
  }
  return { options, bare }
}

function readOption(argv: readonly string[], line: CommandLine, at: number): FoundOption {
  const word = argv[at] ?? ''
  const equals = word.startsWith('--') ? word.indexOf('=') : -1
  if (equals > 0) return { name: word.slice(0, equals), at, end: at + 1, joined: true }
  return { name: word, at, end: Math.min(argv.length, at + 1 + wordsOf(argv, line, at)), joined: false }
}

/** How many words after an option belong to it. */
function wordsOf(argv: readonly string[], line: CommandLine, at: number): number {
  const name = argv[at] ?? ''
  if ([line.promptOptions, line.fileOptions, line.valueOptions].some((names) => names.includes(name)))
    return 1
  const isList = line.listOptions.includes(name)
  if (!isList && !line.maybeOptions.includes(name)) return 0
  let count = 0
  while (at + 1 + count < argv.length && !(argv[at + 1 + count] ?? '').startsWith('-')) {
    count++
    if (!isList) break
  }
  return count
}

/** The command line without these options and their values. */
export function dropOptions(
  argv: readonly string[],
  line: CommandLine,
  names: readonly string[],
): readonly string[] {
  const dropped = (scan(argv, line)?.options ?? []).filter(({ name }) => names.includes(name))
  return argv.filter((_, at) => !dropped.some((option) => at >= option.at && at < option.end))
}
