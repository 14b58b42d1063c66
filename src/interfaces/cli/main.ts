import { MaydayError, nearest, UsageError } from '../../errors.ts'
import { explainDisk } from '../../record/disk-error.ts'
import { packageVersion } from '../../record/package-version.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { exitWith } from './exit-codes.ts'
import { allCommands, helpFor, overview, topicNames } from './help.ts'
import { takeTrustVariable } from './config/take-trust-variable.ts'
import { takeFleetVariable } from './fleet/take-fleet-variable.ts'
import { fold } from './screen/fold.ts'
import { openTerminal } from './screen/terminal.ts'
import { refusePlatform } from './record/refuse-platform.ts'
import { explainMissing, refuseUnreadableNames } from './record/working-directory.ts'
import { complain } from '../complain.ts'

const terminal = openTerminal()
const { out } = terminal

async function run(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv
  // A person who types only the name, in a folder without a project, sees what has failed on this machine.
  const looked = name === undefined && terminal.live !== null ? await lookAround() : null
  if (looked !== null) {
    out(looked)
    return exitWith('succeeded')
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const asked = rest.find((word) => !word.startsWith('-'))
    showHelp(asked === undefined ? overview() : await helpAbout(asked))
    return exitWith(name === undefined ? 'trouble' : 'succeeded')
  }
  if (name === '--version' || name === '-V') {
    out(`mayday ${packageVersion()}\n`)
    return 0
  }
  const command = findCommand(name)
  if (asksForHelp(rest)) {
    showHelp(helpFor(command))
    return 0
  }
  if (command.isAnywhere !== true) {
    refusePlatform(name, anywhere)
    refuseUnreadableNames(process.env)
  }
  const code = command.run(rest, terminal)
  return command.neverFails === true ? code.catch(() => exitWith('succeeded')) : code
}

/** A file or a pipe gets whole lines. */
const showHelp = (text: string): void => out(terminal.live === null ? text : fold(text, terminal.columns))

const lookAround = async (): Promise<string | null> =>
  (await import('./ask-why/first-look.ts')).firstLook(terminal)

async function helpAbout(word: string): Promise<string> {
  if (word === 'all') return allCommands()
  const topic = topicNames.find((one) => one === word)
  if (topic === undefined) return helpFor(findCommand(word, topicNames))
  return (await import('./help-topics.ts')).topicHelp(topic)
}

/** The commands that work on every system. */
const anywhere: readonly string[] = commands.flatMap((one) =>
  one.isAnywhere === true && one.neverFails !== true ? [one.name] : [],
)

function findCommand(name: string, others: readonly string[] = []): Command {
  const command = commands.find((one) => one.name === name)
  if (command !== undefined) return command
  const near = nearest(name, [...commands.map((one) => one.name), ...others])
  const meant = near === null ? '' : ` Did you mean '${near}'?`
  const what = name.startsWith('-') ? 'option' : 'command'
  throw new UsageError(`Unknown ${what} '${name}'.${meant} See: mayday --help`)
}

/** The words after `--` belong to another program. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  return own.includes('--help') || own.includes('-h')
}

/** A MaydayError is printed as one sentence; a bug keeps its stack. */
async function report(thrown: unknown): Promise<number> {
  const error = explainMissing(explainDisk(thrown))
  if (error instanceof MaydayError) complain(error.message)
  else complain(`unexpected error, please report it\n${await stackOf(error)}`)
  return exitWith('trouble')
}

/** The stack with positions in the sources. A position in the bundle does not help the reader of the report. */
async function stackOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  const { readableStack } = await import('./readable-stack.ts')
  return readableStack(error.stack ?? error.message)
}

async function main(): Promise<void> {
  takeTrustVariable()
  takeFleetVariable()
  process.exitCode = await run(process.argv.slice(2)).catch(report)
}

void main()
