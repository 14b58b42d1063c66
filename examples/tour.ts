/**
 * What `npm start` shows: a task that fails, teaches and passes, in a throw-away repository with a scripted agent as
 * a real process; then three failed runs of three real agents, explained.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'

const root = join(import.meta.dirname, '..')
const launcher = join(root, 'bin/mayday.cjs')

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
  ['npx mayday', 'what your agents left on this machine: the sessions that failed, and why'],
  ['npx mayday init', 'in a repository of your own'],
  ['npx mayday run --verify "npm test" -- claude -p "…"', 'one run under supervision'],
  ['npx mayday add "Fix it" --agent claude --verify "npm test"', 'a task, then: npx mayday work'],
  ['npx mayday board --demo', 'the board in a browser, with a lively sample'],
  ['npx mayday bench run --demo', 'twenty attempts that fail in every way'],
  ['npx mayday history', 'what ran, how it ended and why'],
  ['npx mayday explain FILE', 'a log or transcript of a run that Mayday never saw'],
  ['npx mayday --help', 'the rest'],
] as const

const bold = (text: string): string => styleText('bold', text, { stream: process.stdout })
const dim = (text: string): string => styleText('dim', text, { stream: process.stdout })

const folder = makeRepository()
/** The tour leaves nothing behind, in the state folder neither. */
const state = `${folder}.state`

/** Runs the command as a person would. A failed run is its normal subject, so 1 is no failure of the tour. */
function mayday(args: readonly string[], cwd: string, shown: readonly string[] = args): void {
  console.log(dim(`$ npx mayday ${shown.map((word) => (/[\s{]/.test(word) ? `"${word}"` : word)).join(' ')}`))
  const { status, error } = spawnSync(process.execPath, [launcher, ...args], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, MAYDAY_STATE: state },
  })
  if (status === 0 || status === 1) return
  throw new Error(`mayday ${args[0]} ended with ${status}: run npm run build and try again`, { cause: error })
}

/** A repository with a failing test in it, and nothing of anybody's. */
function makeRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-tour-'))
  cpSync(join(root, 'examples/loop'), folder, { recursive: true })
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=Mayday', '-c', 'user.email=mayday@localhost']
    spawnSync('git', [...who, ...args], { cwd: folder, stdio: 'ignore' })
  }
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message=A shop with a rounding error')
  return folder
}

try {
  console.log(
    `\n${bold('1. A scripted agent is to fix a failing test. It makes a mistake; its retry knows of it.')}\n`,
  )
  const verify = 'node --test --test-reporter=tap'
  const task = ['add', 'Make the discount tests pass', '--phase', '1', '--verify', verify, '--']
  mayday([...task, process.execPath, 'agent.mjs', '{prompt}'], folder, [
    ...task,
    'node',
    'agent.mjs',
    '{prompt}',
  ])
  mayday(['run', '--task', '1'], folder)
  mayday(['history'], folder)
  mayday(['lessons', '--all'], folder)
} finally {
  for (const path of [folder, state]) rmSync(path, { recursive: true, force: true })
}

for (const [index, { happened, file }] of stops.entries()) {
  console.log(`\n${bold(`${index + 2}. ${happened}`)}\n`)
  mayday(['explain', file], root)
}

console.log(`\n${bold('Try next')}`)
for (const [command, what] of next) console.log(`  ${command.padEnd(60)} ${dim(what)}`)
