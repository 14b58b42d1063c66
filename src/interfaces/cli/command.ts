import type { Options, Positional, Positionals } from './parse/option.ts'
import { parseArguments, signsOf, type Form, type Given } from './parse/parse-arguments.ts'

/** The terminal of a command: its output and input. */
export type Terminal = {
  /** Prints text from any source. Invisible and control characters are made visible; only colours pass. */
  readonly out: (text: string) => void
  /** Prints Mayday's own control sequences. Any foreign text in it must have gone through `visible`. */
  readonly steer: (codes: string) => void
  /** True if the reader of the output has closed it (`| head`). */
  readonly isClosed: () => boolean
  readonly input: AsyncIterable<Uint8Array>
  readonly colour: boolean
  readonly columns: number
  readonly rows: number
  /** A line that is redrawn in place; null if the output is not a terminal. */
  readonly live: LiveLine | null
}

export type LiveLine = {
  readonly draw: (text: string) => void
  /** Prints a permanent line above the live one. */
  readonly above: (text: string) => void
  readonly clear: () => void
}

/** The terminal of a command, with the one way to print its answer. */
export type Screen<Json extends object = object> = Terminal & {
  /** Prints JSON with the command's format if `--json` was given, otherwise the text. Returns the exit code. */
  readonly answer: (json: Json, text: () => string, exitCode?: number) => number
}

/** Executes a command line and returns the exit code. */
export type Act<Asked = object> = (given: Asked, screen: Screen) => Promise<number>

/** Commands with a common purpose. */
export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] }

type Told = {
  readonly name: string
  /** The first screen of help lists it with its summary. */
  readonly isCommon?: boolean
  readonly summary: string
  readonly examples: readonly string[]
  /** The format of its JSON. */
  readonly format?: string
  /** The command reads only its arguments, so it works in every folder. */
  readonly isAnywhere?: boolean
  /** Another program starts it and must not fail with it: it exits with 0 and prints no error. */
  readonly neverFails?: boolean
}

export type Command = Told &
  Form<Options, Positionals> & {
    readonly usage: string
    readonly run: (argv: readonly string[], terminal: Terminal) => Promise<number>
  }

type Declared<O extends Options, P extends Positionals> = Told &
  Form<O, P> & {
    /** Only needed if it differs from the usage that options and positionals give. */
    readonly usage?: string
    /** Loaded only when the command runs, so no command pays for the others. */
    readonly load: () => Promise<Act<NoInfer<Given<O, P>>>>
  }

type NoPositionals = { readonly [Name in never]: Positional }

/** Declares a command. Its options and positionals give the type of the argument that `load`'s function gets. */
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

const usageOf = ({ name, options, positionals = {}, takesCommand }: Form<Options, Positionals>): string =>
  [
    `mayday ${name}`,
    ...(Object.keys(options).length === 0 ? [] : ['[options]']),
    ...(Object.keys(positionals).length === 0 ? [] : [signsOf(positionals)]),
    ...(takesCommand === true ? ['[-- COMMAND [ARGUMENT…]]'] : []),
  ].join(' ')
