import { UsageError } from '../../errors.ts'
import type { RunCommand } from './command.ts'

/** Each loaded only when it is asked for. */
const subcommands: Readonly<Record<string, () => Promise<RunCommand>>> = {
  run: async () => (await import('./bench-run.ts')).runBenchRun,
  validate: async () => (await import('./bench-validate.ts')).runBenchValidate,
  report: async () => (await import('./bench-report.ts')).runBenchReport,
  compare: async () => (await import('./bench-compare.ts')).runBenchCompare,
}

/** `mayday bench run …`: the first word says what. */
export const runBench: RunCommand = async (args, terminal) => {
  const [word = ''] = args.positionals
  const load = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined
  if (load === undefined)
    throw new UsageError(
      `bench takes one of ${Object.keys(subcommands).join(', ')}, and got ${word === '' ? 'nothing' : `'${word}'`}. Try: mayday bench run --demo`,
    )
  return (await load())(args, terminal)
}
