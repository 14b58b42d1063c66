/** Tries a packed package as users get it, in empty folders, on every Node that it supports. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ProgramError, run } from './run-program.ts'

const root = join(import.meta.dirname, '..')

/** The oldest that is supported and the one that develops. They come from npm, like the one of this clone. */
const NODES = ['24', '26']

const SAMPLE = 'examples/runs/claude-usage-limit.jsonl'

export function smokeTest(file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-smoke-'))
  try {
    for (const version of NODES) tryOn(version, file, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tryOn(version: string, file: string, folder: string): void {
  const home = join(folder, `node-${version}`)
  const name = `node-${process.platform}-${process.arch}`
  mkdirSync(home)
  run('npm', ['install', '--no-save', '--prefix', home, `${name}@^${version}`], { quiet: true })
  const bin = join(home, 'node_modules', name, 'bin')
  const env = { ...withoutNpm(process.env), PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
  const node = run(join(bin, 'node'), ['--version'], { quiet: true }).trim()
  const empty = join(folder, `empty-${version}`)
  cpSync(join(root, SAMPLE), join(empty, 'run.jsonl'), { recursive: true })
  expectVerdict(`npx on ${node}`, () =>
    run('npx', ['--yes', '--package', file, 'mayday', 'explain', 'run.jsonl'], {
      cwd: empty,
      env,
      quiet: true,
    }),
  )
  const global = join(folder, `global-${version}`)
  run('npm', ['install', '--global', '--prefix', global, file], { cwd: empty, env, quiet: true })
  expectVerdict(`npm install -g on ${node}`, () =>
    run(join(global, 'bin/mayday'), ['explain', 'run.jsonl'], { cwd: empty, env, quiet: true }),
  )
  if (!existsSync(join(global, 'share/man/man1/mayday.1')))
    throw new ProgramError(`npm install -g on ${node} installed no manual pages.`)
  const state = join(folder, `state-${version}`)
  run(join(global, 'bin/mayday'), ['run', '--', 'true'], {
    cwd: empty,
    env: { ...env, MAYDAY_STATE: state },
    quiet: true,
  })
  console.log(`ok: npx, npm install -g and mayday run on ${node}`)
}

/** Settings of the npm that started this would hold for the one that is tried. */
const withoutNpm = (env: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !name.startsWith('npm_') || name.startsWith('npm_config_registry'),
    ),
  )

function expectVerdict(what: string, explain: () => string): void {
  const text = explain()
  if (!text.includes('✗ USAGE_LIMIT')) throw new ProgramError(`${what} did not explain the sample:\n${text}`)
}
