import { UsageError } from '../../errors.ts'
import type { Arguments, RunCommand } from './command.ts'

type Subcommand = {
  /** The options that it has; any other one of `bench` is refused. */
  readonly options: readonly string[]
  /** Loaded only when it is asked for. */
  readonly load: () => Promise<RunCommand>
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  run: {
    options: ['demo', 'agent', 'attempts', 'jobs', 'series', 'resume', 'keep', 'trust', 'json'],
    load: async () => (await import('./bench-run.ts')).runBenchRun,
  },
  validate: {
    options: ['jobs', 'trust', 'json'],
    load: async () => (await import('./bench-validate.ts')).runBenchValidate,
  },
  report: {
    options: ['html', 'junit', 'json'],
    load: async () => (await import('./bench-report.ts')).runBenchReport,
  },
  compare: { options: ['json'], load: async () => (await import('./bench-compare.ts')).runBenchCompare },
}

/** `mayday bench run …`: the first word says what. */
export const runBench: RunCommand = async (args, terminal) => {
  const [word = ''] = args.positionals
  const found = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined
  if (found === undefined)
    throw new UsageError(
      `bench takes one of ${Object.keys(subcommands).join(', ')}, and got ${word === '' ? 'nothing' : `'${word}'`}. Try: mayday bench run --demo`,
    )
  refuseOthers(word, found, args)
  return (await found.load())(args, terminal)
}

/** An option that does nothing would be taken for one that works. */
function refuseOthers(word: string, { options }: Subcommand, args: Arguments): void {
  const all = new Set(Object.values(subcommands).flatMap((one) => one.options))
  const wrong = [...all].find((name) => !options.includes(name) && isGiven(name, args))
  if (wrong === undefined) return
  const owners = Object.keys(subcommands).filter((name) => subcommands[name]?.options.includes(wrong))
  const known = options.map((name) => `--${name}`).join(', ')
  throw new UsageError(
    `--${wrong} is an option of bench ${owners.join(' and bench ')}. bench ${word} takes: ${known}.`,
  )
}

const isGiven = (name: string, args: Arguments): boolean => args.text(name) !== undefined || args.flag(name)
