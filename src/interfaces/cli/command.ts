import type { Options, Positional, Positionals } from './parse/option.ts'
import { parseArguments, signsOf, type Form, type Given } from './parse/parse-arguments.ts'

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

/** What a command prints on, with the one way to answer. */
export type Screen = Terminal & {
  /** Prints JSON with the command's format where `--json` was given, else the text. Returns the exit code. */
  readonly answer: (json: object, text: () => string, exitCode?: number) => number
}

/** Does what a command line asks for, and returns the exit code. */
export type Act<Asked = object> = (given: Asked, screen: Screen) => Promise<number>

/** The commands of one purpose. */
export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] }

type Told = {
  readonly name: string
  /** It has a line of its own in the first screen of help. */
  readonly isCommon?: boolean
  readonly summary: string
  readonly examples: readonly string[]
  /** The format of its JSON. */
  readonly format?: string
  /** It only reads what it is given, so it works in every folder. */
  readonly isAnywhere?: boolean
}

export type Command = Told &
  Form<Options, Positionals> & {
    readonly usage: string
    readonly run: (argv: readonly string[], terminal: Terminal) => Promise<number>
  }

type Declared<O extends Options, P extends Positionals> = Told &
  Form<O, P> & {
    /** Only where options and positionals do not tell it. */
    readonly usage?: string
    /** Loaded only when it is run: a command must not pay for the others. */
    readonly load: () => Promise<Act<NoInfer<Given<O, P>>>>
  }

type NoPositionals = { readonly [Name in never]: Positional }

/** Declares a command. The type of what `load` gets comes from its options and positionals. */
export const command = <O extends Options, P extends Positionals = NoPositionals>(
  declared: Declared<O, P>,
): Command => ({
  ...declared,
  usage: declared.usage ?? usageOf(declared),
  run: async (argv, terminal) => {
    const given = parseArguments(declared, argv)
    const [act, { shownJson }] = await Promise.all([declared.load(), import('../shown.ts')])
    const isJson = 'json' in given && given.json === true
    return act(given, {
      ...terminal,
      answer: (json, text, exitCode = 0) => {
        terminal.out(isJson ? `${shownJson({ format: declared.format, ...json }, 2)}\n` : text())
        return exitCode
      },
    })
  },
})

const usageOf = ({ name, positionals = {}, takesCommand }: Form<Options, Positionals>): string =>
  [
    `mayday ${name} [options]`,
    ...(Object.keys(positionals).length === 0 ? [] : [signsOf(positionals)]),
    ...(takesCommand === true ? ['[-- COMMAND [ARGUMENT…]]'] : []),
  ].join(' ')
