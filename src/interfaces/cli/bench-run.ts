import { chooseSeries, resumeSeries } from '../../bench/choose-series.ts'
import { progressOf } from '../../bench/report/series-progress.ts'
import { attemptsAsked, runSeries } from '../../bench/run-series.ts'
import { benchReporterFor } from './bench-reporter.ts'
import { askedIn, benchHouse, countIn } from './bench-request.ts'
import { watchBenchSignals } from './bench-signals.ts'
import type { RunCommand } from './command.ts'
import { endOrphans, openStore } from './open-store.ts'
import { projectConfig, trustedConfig } from './project-config.ts'

/** `mayday bench run SUITE | --demo | --resume SERIES`. */
export const runBenchRun: RunCommand = async (args, terminal) => {
  // The demo brings its own agents and uses nothing of the project's.
  const config = args.flag('demo') ? await projectConfig() : await trustedConfig(args, terminal)
  const jobs = countIn(args, 'jobs')
  const asked = askedIn(args, config)
  // What is left of this series is taken up again here, not by an adopter.
  const opened = await openStore(terminal, { reconciles: false })
  const reporter = benchReporterFor(terminal, args.flag('json'))
  using signals = watchBenchSignals(opened, reporter.canceling)
  const house = benchHouse(opened, config, {
    cancel: signals.cancel,
    force: signals.force,
    tell: (event) => {
      signals.see(event)
      reporter.report(event)
    },
  })
  try {
    const series =
      asked.kind === 'resume'
        ? resumeSeries(asked.series, house)
        : chooseSeries(asked.request, asked.name, house)
    const records = await runSeries(series, house, { jobs, keepsTrees: args.flag('keep') })
    reporter.end({ series: series.spec.series, progress: progressOf(records, attemptsAsked(series.spec)) })
    await endOrphans(opened)
    return signals.cancel.aborted ? 130 : 0
  } finally {
    reporter.close()
    opened.store.close()
  }
}
