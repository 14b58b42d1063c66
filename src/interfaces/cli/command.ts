/** One option of a command. The parser, `--help` and the reference page all come from this declaration. */
export type Option = {
  readonly name: string
  readonly short?: string
  /** What stands for the value in help; without it the option is a switch. */
  readonly value?: string
  /** It may be given several times, or once with commas between its values. */
  readonly isList?: boolean
  readonly help: string
}

export type Arguments = {
  /** All of them, also those behind `--`. */
  readonly positionals: readonly string[]
  /** Those behind `--`, which belong to another program. */
  readonly behind: readonly string[]
  text(name: string): string | undefined
  /** All values of an option that is a list. */
  texts(name: string): readonly string[]
  /** The same, each as it was given: the name of a file may have a comma. */
  each(name: string): readonly string[]
  flag(name: string): boolean
}

/** A command's terminal: where it prints and reads. */
export type Terminal = {
  /** Shows text, whoever wrote it: what is invisible or controls a terminal is made visible, but for colours. */
  readonly out: (text: string) => void
  /** Mayday's own control sequences. Text of others in it must have gone through `visible`. */
  readonly steer: (codes: string) => void
  /** Nobody reads any more what is printed (`| head`). */
  readonly isClosed: () => boolean
  readonly input: AsyncIterable<Uint8Array>
  readonly colour: boolean
  readonly columns: number
  readonly rows: number
  /** A line that is drawn again and again; null where no person looks. */
  readonly live: LiveLine | null
}

export type LiveLine = {
  readonly draw: (text: string) => void
  /** Prints a line that stays, above the live one. */
  readonly above: (text: string) => void
  readonly clear: () => void
}

/** Runs and returns the exit code. */
export type RunCommand = (args: Arguments, terminal: Terminal) => Promise<number>

/** What a person wants to do, in the order in which help lists the commands. */
export const commandGroups = ['Ask why', 'Run', 'Queue', 'Needs a person', 'Look back', 'Set up'] as const

export type CommandGroup = (typeof commandGroups)[number]

export type Command = {
  readonly name: string
  readonly group: CommandGroup
  /** It has a line of its own in the first screen of help. */
  readonly isCommon?: boolean
  readonly summary: string
  readonly usage: string
  readonly options: readonly Option[]
  readonly examples: readonly string[]
  /** Loaded only when it is run: a command must not pay for the others. */
  readonly load: () => Promise<RunCommand>
}
