import { chooseSeries, resumeSeries } from '../../../../bench/choose-series.ts'
import { progressOf } from '../../../../bench/report/series-progress.ts'
import { attemptsAsked, runSeries } from '../../../../bench/run-series.ts'
import { benchReporterFor } from './bench-reporter.ts'
import { benchContext, seriesIn, type BenchAsked } from './bench-request.ts'
import { watchBenchSignals } from './bench-signals.ts'
import type { Terminal } from '../../command.ts'
import { exitWith } from '../../exit-codes.ts'
import { endOrphans, openStore } from '../../record/open-store.ts'
import { projectConfig, trustedConfig } from '../../config/project-config.ts'

/** `mayday bench run SUITE | --demo | --resume SERIES`. */
export async function runBenchRun(asked: BenchAsked, terminal: Terminal): Promise<number> {
  // The demo has its own agents and uses nothing of the project.
  const config = asked.demo ? await projectConfig() : await trustedConfig(asked, terminal)
  const wanted = seriesIn(asked, config)
  // This command continues the unfinished attempts of the series. No adopter does it.
  using opened = await openStore({ reconciles: false })
  const reporter = benchReporterFor(terminal, asked.json)
  using signals = watchBenchSignals(opened, reporter.canceling)
  const context = benchContext(opened, config, {
    cancel: signals.cancel,
    force: signals.force,
    tell: (event) => {
      signals.see(event)
      reporter.report(event)
    },
  })
  try {
    const series =
      wanted.kind === 'resume'
        ? resumeSeries(wanted.series, context)
        : chooseSeries(wanted.request, wanted.name, context)
    const records = await runSeries(series, context, { jobs: asked.jobs ?? 1, keepsTrees: asked.keep })
    reporter.end({ series: series.spec.series, progress: progressOf(records, attemptsAsked(series.spec)) })
    await endOrphans(opened)
    return exitWith(signals.cancel.aborted ? 'canceled' : 'succeeded')
  } finally {
    reporter.close()
  }
}
