import type { Command } from '../command.ts'
import { json, trust } from './shared-options.ts'

export const benching: readonly Command[] = [
  {
    name: 'bench',
    summary: 'make attempts at benchmark tasks and score why they fail',
    usage:
      'mayday bench run SUITE | --demo [options] [-- COMMAND…] | validate SUITE | report [SERIES] | compare A B',
    options: [
      { name: 'demo', help: 'run: the bundled suite with its scripted agents; needs no network' },
      { name: 'agent', value: 'NAME', help: 'run: the agent that is to solve the tasks (claude, codex, …)' },
      { name: 'attempts', value: 'N', help: 'run: so many attempts at each task (1)' },
      { name: 'jobs', value: 'N', help: 'run, validate: so many at the same time (1)' },
      { name: 'series', value: 'NAME', help: "run: what to call the series (the suite's name and a number)" },
      { name: 'resume', value: 'SERIES', help: 'run: go on with a series; what is done is not done again' },
      { name: 'keep', help: 'run: keep the work trees of failed attempts' },
      { name: 'html', value: 'FILE', help: 'report: write it as a page that stands alone' },
      { name: 'junit', value: 'FILE', help: 'report: write it as JUnit XML' },
      trust,
      json,
    ],
    examples: [
      'mayday bench run --demo --jobs 2',
      'mayday bench run suites/demo --agent claude --attempts 3 --jobs 2',
      "mayday bench run suites/demo --series mine -- ./agent.sh '{prompt}'",
      'mayday bench run --resume mine',
      'mayday bench validate suites/demo',
      'mayday bench report mine --html report.html',
      'mayday bench compare before after',
    ],
    load: async () => (await import('../bench.ts')).runBench,
  },
]
