import type { Command } from '../command.ts'
import { json, trust } from './shared-options.ts'

export const benching: readonly Command[] = [
  {
    name: 'bench',
    summary: 'run agents on benchmark tasks and report how often they succeed and why they fail',
    usage:
      'mayday bench run (SUITE | --demo | --resume SERIES) [options] [-- COMMAND…] | validate SUITE | report [SERIES] | compare SERIES SERIES',
    options: [
      { name: 'demo', help: 'run: use the bundled suite with scripted agents; needs no network' },
      { name: 'agent', value: 'NAME', help: 'run: the agent that solves the tasks (claude, codex, …)' },
      { name: 'attempts', value: 'N', help: 'run: attempts per task (default: 1)' },
      { name: 'jobs', value: 'N', help: 'run, validate: maximum attempts at once (default: 1)' },
      {
        name: 'series',
        value: 'NAME',
        help: "run: the name of the series (default: the suite's name and a number)",
      },
      { name: 'resume', value: 'SERIES', help: 'run: continue a series; finished attempts are not repeated' },
      { name: 'keep', help: 'run: keep the work trees of failed attempts' },
      { name: 'html', value: 'FILE', help: 'report: write a self-contained HTML page' },
      { name: 'junit', value: 'FILE', help: 'report: write JUnit XML' },
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
