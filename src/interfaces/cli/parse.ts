import { parseArgs } from 'node:util'
import { nearest } from '../../config/nearest.ts'
import { UsageError } from '../../errors.ts'
import type { Arguments, Command } from './command.ts'

/** A negative number after an option is its value (`--exit-code -9`), which Node's parser would refuse. */
const joinNegatives = (argv: readonly string[]): string[] => {
  const joined: string[] = []
  for (const [at, word] of argv.entries()) {
    // What stands behind `--` belongs to another program.
    if (word === '--') return [...joined, ...argv.slice(at)]
    const before = joined.at(-1)
    if (/^-\d+$/.test(word) && before?.startsWith('--') === true && !before.includes('='))
      joined[joined.length - 1] = `${before}=${word}`
    else joined.push(word)
  }
  return joined
}

/** The command line of one command. A mistake is said in one sentence that ends with where to look. */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  try {
    const { values, positionals, tokens } = parseArgs({
      args: joinNegatives(argv),
      allowPositionals: true,
      strict: true,
      tokens: true,
      options: Object.fromEntries(
        command.options.map(({ name, short, value, isList = false }) => [
          name,
          {
            type: value === undefined ? 'boolean' : 'string',
            multiple: isList,
            ...(short === undefined ? {} : { short }),
          } as const,
        ]),
      ),
    })
    const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index
    const behind = tokens.flatMap((token) =>
      token.kind === 'positional' && end !== undefined && token.index > end ? [token.value] : [],
    )
    return {
      positionals,
      behind,
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      texts: (name) => listIn(values[name]),
      each: (name) => valuesOf(values[name]),
      flag: (name) => values[name] === true,
    }
  } catch (error) {
    const said = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new UsageError(`${said}.${meantOption(said, command)} See: mayday ${command.name} --help`)
  }
}

/** The option that was most likely meant, where Node's parser does not know the one given. */
function meantOption(said: string, { options }: Command): string {
  const [, unknown] = /^Unknown option '--([^']+)'$/.exec(said) ?? []
  const near = unknown === undefined ? null : nearest(unknown, [...options.map(({ name }) => name), 'help'])
  return near === null ? '' : ` Did you mean --${near}?`
}

const valuesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const listIn = (value: unknown): readonly string[] =>
  valuesOf(value)
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')
