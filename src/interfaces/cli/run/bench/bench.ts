import { UsageError } from '../../../../errors.ts'
import type { Act, Screen } from '../../command.ts'
import type { BenchAsked } from './bench-request.ts'
import { optionName } from '../../parse/parse-arguments.ts'

type Subcommand = {
  /** The options that it has; any other one of `bench` is refused. */
  readonly options: readonly (keyof BenchAsked)[]
  /** Loaded only when it is asked for. */
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

/** `mayday bench run …`: the first word says what. */
export async function runBench(asked: BenchAsked, screen: Screen): Promise<number> {
  refuseOthers(asked)
  const act = await subcommands[asked.what].load()
  return act(asked, screen)
}

/** An option that does nothing would be taken for one that works. */
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
