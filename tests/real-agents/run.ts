/**
 * `npm run test:agents [-- --full]`: the real agents against the model server.
 *
 * A1 Nothing of the developer's is seen: the environment is empty but for PATH and the language, HOME is a new folder.
 * A2 Nothing leaves the machine: only loopback is there where the system lets us have a network of our own; elsewhere
 *    the settings of each agent are all that keeps it here, and that is said. A3 Whatever is not installed is a failure.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addCounts } from '../count-reporter.ts'
import { installAgents } from './install-agents.ts'
import { installedAgents, linkAgents } from './real-agents.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Words before a command that give it a network with nothing but loopback. Empty where that cannot be had. */
function offline(): readonly string[] {
  const prefix = ['unshare', '-rn', 'sh', '-c', '(ip link set lo up || ifconfig lo up) && exec "$@"', 'sh']
  const [program = '', ...args] = prefix
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0 ? prefix : []
}

/** A1. */
function bareEnvironment(folder: string, isFull: boolean): Record<string, string> {
  const kept = ['LANG', 'LC_ALL', 'TERM', 'CI', 'GITHUB_ACTIONS', 'COUNTS_FILE']
  const system = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  return {
    ...Object.fromEntries(
      kept.flatMap((name) => (name in process.env ? [[name, process.env[name] ?? '']] : [])),
    ),
    PATH: [join(folder, 'bin'), dirname(process.execPath), ...system].join(delimiter),
    HOME: join(folder, 'home'),
    TMPDIR: folder,
    ...(isFull ? { REAL_AGENTS_FULL: '1' } : {}),
  }
}

function main(args: readonly string[]): number {
  const isFull = args.includes('--full')
  const wanted = installedAgents(isFull)
  const problem = installAgents(isFull, say)
  const folder = mkdtempSync(join(tmpdir(), 'mayday-agents-'))
  try {
    const missing = problem === null ? linkAgents(join(folder, 'bin'), wanted) : []
    if (problem !== null || missing.length > 0) {
      say(problem ?? `Not installed for ${process.platform}-${process.arch}: ${missing.join(', ')}.`)
      addCounts({ passed: 0, failed: 1, skipped: 0 })
      return 1
    }
    return runTests(
      folder,
      isFull,
      args.filter((word) => word !== '--full'),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runTests(folder: string, isFull: boolean, args: readonly string[]): number {
  const prefix = offline()
  say(
    prefix.length > 0
      ? 'The network: loopback only.'
      : 'The network: as it is, because this system lets nobody have one without.',
  )
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const config = join(root, 'tests/real-agents/vitest.config.ts')
  const [program = '', ...words] = [...prefix, process.execPath, vitest, 'run', '--config', config, ...args]
  const { status } = spawnSync(program, words, {
    cwd: root,
    env: bareEnvironment(folder, isFull),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return status ?? 1
}

process.exitCode = main(process.argv.slice(2))
