/** What `npm start` shows: three failed runs of three agents, explained by the real command. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { styleText } from 'node:util'

const root = join(import.meta.dirname, '..')

const stops = [
  {
    happened: 'Claude Code was fixing a rounding error, in the middle of the night, when its plan ran dry.',
    file: 'examples/runs/claude-usage-limit.jsonl',
  },
  {
    happened: 'Codex read a whole log file at once. That log speaks of rate limits, but they are not why.',
    file: 'examples/runs/codex-context-full.jsonl',
  },
  {
    happened: 'Gemini CLI began well, then its key stopped working. Its exit code, 144, tells nobody.',
    file: 'examples/runs/gemini-bad-key.log',
  },
]

const next = [
  ['npx mayday explain FILE', 'a log or transcript of your own'],
  ['some-agent 2>&1 | npx mayday explain -', 'straight from a pipe'],
  ['npx mayday explain --json FILE', 'the same for programs'],
  ['npx mayday reasons', 'everything that can go wrong, and what to do then'],
  ['npx mayday --help', 'the rest'],
] as const

const bold = (text: string): string => styleText('bold', text, { stream: process.stdout })
const dim = (text: string): string => styleText('dim', text, { stream: process.stdout })

/** Runs the command as a person would. A failed run is its normal subject, so 1 is no failure of the tour. */
function explain(file: string): void {
  console.log(dim(`$ npx mayday explain ${file}`))
  const launcher = join(root, 'bin/mayday.cjs')
  const { status, error } = spawnSync(process.execPath, [launcher, 'explain', file], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0 && status !== 1) {
    throw new Error(`mayday explain ${file} ended with ${status}: run npm run build and try again`, {
      cause: error,
    })
  }
}

for (const [index, { happened, file }] of stops.entries()) {
  console.log(`\n${bold(`${index + 1}. ${happened}`)}\n`)
  explain(file)
}

console.log(`\n${bold('Try next')}`)
for (const [command, what] of next) console.log(`  ${command.padEnd(40)} ${dim(what)}`)
