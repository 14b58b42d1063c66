/** What the harness adds to an attempt, compared with the bare commands of its stages, and whether it grows with a series. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAttempts } from '../src/bench/report/read-attempts.ts'
import { recordOf } from './own-state.ts'
import type { Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))
const JOBS = 2
/** V8 lets its room for new objects grow for minutes, which would hide whether anything else does. */
const STEADY = '--max-semi-space-size=1'
/** Memory is looked at so often. */
const LOOK_EVERY_MS = 100

const git = (cwd: string, ...args: readonly string[]): string => {
  const as = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost']
  const { status, stdout, stderr } = spawnSync('git', [...as, ...args], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
  return stdout.trim()
}

const RUN = 'test -e fixed'
const AGENT = ['touch', 'fixed']

/** One attempt without any harness: fresh tree, the commit, the failing tests twice, the agent, the tests. */
const BARE = `set -e
git clone --quiet --no-checkout "$REPO" "$1"
cd "$1"
git checkout --quiet -b bench "$COMMIT"
if sh -c '${RUN}'; then exit 1; fi
if sh -c '${RUN}'; then exit 1; fi
${AGENT.join(' ')}
sh -c '${RUN}'
cd ..
rm -rf "$1"`

function makeSuite(folder: string): {
  readonly repo: string
  readonly commit: string
  readonly suite: string
} {
  const [repo, suite] = [join(folder, 'repo'), join(folder, 'suite.yaml')]
  mkdirSync(repo)
  git(repo, 'init', '--quiet')
  writeFileSync(join(repo, 'readme.txt'), 'It is fixed where there is a file named fixed.\n')
  git(repo, 'add', '--all')
  git(repo, 'commit', '--quiet', '--message', 'everything')
  const commit = git(repo, 'rev-parse', 'HEAD')
  writeFileSync(suite, `id: trivial\nrepo: ${repo}\ncommit: ${commit}\nrun: ${RUN}\n`)
  return { repo, commit, suite }
}

function bareMs(folder: string, env: NodeJS.ProcessEnv, attempts: number): number {
  const trees = join(folder, 'trees')
  mkdirSync(trees)
  const input = Array.from({ length: attempts }, (_, at) => join(trees, String(at))).join('\n')
  const args = ['-P', String(JOBS), '-I', '{}', 'sh', '-c', BARE, 'bare', '{}']
  const started = performance.now()
  const { status, stderr } = spawnSync('xargs', args, { input, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the bare commands failed: ${stderr}`)
  return performance.now() - started
}

type Series = { readonly ms: number; readonly residentMb: readonly number[] }

/** The whole series, and what its process held in memory all the while (Linux only). */
function seriesOf(project: string, suite: string, attempts: number): Promise<Series> {
  const asked = [
    'bench',
    'run',
    suite,
    '--series',
    'bench',
    '--attempts',
    String(attempts),
    '--jobs',
    String(JOBS),
  ]
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, [STEADY, mayday, ...asked, '--', ...AGENT], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const residentMb: number[] = []
    const timer = setInterval(() => residentMb.push(...residentOf(child.pid)), LOOK_EVERY_MS)
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(timer)
      if (code === 0) resolve({ ms: performance.now() - started, residentMb })
      else reject(new Error(`the series ended with ${code}`))
    })
  })
}

function residentOf(pid: number | undefined): readonly number[] {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kb === undefined ? [] : [Number(kb) / 1024]
  } catch {
    // It has just ended, or the system does not tell.
    return []
  }
}

const meanOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length

/** (h) Time per attempt. (i) Memory at the beginning and at the end of the series. */
export async function attemptRows(attempts: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-bench-'))
  try {
    const { repo, commit, suite } = makeSuite(folder)
    const project = join(folder, 'project')
    mkdirSync(project, { recursive: true })
    const bare = bareMs(folder, { ...process.env, REPO: repo, COMMIT: commit }, attempts)
    const { ms, residentMb } = await seriesOf(project, suite, attempts)
    expectAll(project, attempts)
    const tenth = Math.max(1, Math.floor(residentMb.length / 10))
    const [early, late] = [meanOf(residentMb.slice(tenth, 2 * tenth)), meanOf(residentMb.slice(-tenth))]
    const each = (all: number): string => `${(all / attempts).toFixed(0)} ms`
    return [
      {
        what: `(h) ${attempts.toLocaleString('en')} trivial attempts, --jobs ${JOBS}, each`,
        ours: each(ms),
        beside: `bare commands, xargs -P ${JOBS} ${each(bare)}`,
        ratio: `${(ms / bare).toFixed(2)} x, +${each(ms - bare)}`,
        goal: 'told, no goal',
      },
      {
        what: '(i) memory in the second and the last tenth of that series',
        ours: `${late.toFixed(0)} MB at the end`,
        beside: `${early.toFixed(0)} MB early`,
        ratio: `${(late / early).toFixed(2)} x`,
        goal: 'at most 1.1 x',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A figure about attempts that failed is worth nothing. */
function expectAll(project: string, attempts: number): void {
  const { records } = readAttempts(join(recordOf(project), 'bench/bench/attempts.jsonl'))
  const passed = records.filter((record) => record.passed).length
  if (passed !== attempts) throw new Error(`${passed} of ${attempts} attempts passed`)
}
