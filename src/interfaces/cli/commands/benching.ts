import type { Command } from '../command.ts'
import { json, trust } from './shared-options.ts'

export const benching: readonly Command[] = [
  {
    name: 'bench',
    summary: 'make attempts at benchmark tasks and score why they fail',
    usage:
      'mayday bench run (SUITE | --demo | --resume SERIES) [options] [-- COMMAND…] | validate SUITE | report [SERIES] | compare SERIES SERIES',
    options: [
      { name: 'demo', help: 'run: try a bundled suite with scripted agents; needs no network and no key' },
      {
        name: 'agent',
        value: 'NAME',
        help: 'run: the agent that solves the tasks (claude, codex, …); or give a command after --',
      },
      { name: 'attempts', value: 'N', help: 'run: attempts at each task (1)' },
      { name: 'jobs', value: 'N', help: 'run, validate: attempts or tasks at the same time (1)' },
      {
        name: 'series',
        value: 'NAME',
        help: "run: name of the series, for report and compare (the suite's name and a number)",
      },
      {
        name: 'resume',
        value: 'SERIES',
        help: 'run: continue a series that was stopped; finished attempts are not repeated',
      },
      { name: 'keep', help: 'run: keep the work trees of failed attempts' },
      { name: 'html', value: 'FILE', help: 'report: also write it as one HTML page' },
      { name: 'junit', value: 'FILE', help: 'report: also write it as JUnit XML' },
      trust,
      json,
    ],
    examples: [
      'mayday bench run --demo --jobs 2',
      'mayday bench run suites/shop --agent claude --attempts 3 --jobs 2',
      "mayday bench run suites/shop --series mine -- ./agent.sh '{prompt}'",
      'mayday bench run --resume mine',
      'mayday bench validate suites/shop',
      'mayday bench report mine --html report.html',
      'mayday bench compare mine other',
    ],
    load: async () => (await import('../bench.ts')).runBench,
  },
]
