import { UsageError } from '../../../../errors.ts'
import type { Act, Screen } from '../../command.ts'
import type { BenchAsked } from './bench-request.ts'
import { optionName } from '../../parse/parse-arguments.ts'

type Subcommand = {
  /** The options of the subcommand. Any other option of `bench` is refused. */
  readonly options: readonly (keyof BenchAsked)[]
  /** Loaded only when the subcommand runs. */
  readonly load: () => Promise<Act<BenchAsked>>
}

const subcommands: Readonly<Record<BenchAsked['what'], Subcommand>> = {
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

/** `mayday bench run …`: the first word is the subcommand. */
export async function runBench(asked: BenchAsked, screen: Screen): Promise<number> {
  refuseOthers(asked)
  const act = await subcommands[asked.what].load()
  return act(asked, screen)
}

/** An option without effect is refused, because the user would expect it to work. */
function refuseOthers(asked: BenchAsked): void {
  const { options } = subcommands[asked.what]
  const owners = Object.entries(subcommands)
  const wrong = owners
    .flatMap(([, one]) => one.options)
    .find((key) => !options.includes(key) && asked[key] !== undefined && asked[key] !== false)
  if (wrong === undefined) return
  const able = owners.filter(([, one]) => one.options.includes(wrong)).map(([name]) => `bench ${name}`)
  const known = options.map((key) => `--${optionName(key)}`).join(', ')
  throw new UsageError(
    `--${optionName(wrong)} is an option of ${able.join(' and ')}. bench ${asked.what} takes: ${known}.`,
  )
}
