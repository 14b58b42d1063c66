/**
 * The test results of verify on the code at the start of the task.
 *
 * C1 Verify runs there once: known results of the same code and the same command are reused. C2 It runs in a separate
 * work tree, after the setup, and never touches the tree of the run. C3 The try is no run of the project: it has a
 * separate record, takes no number, and is in no list. C4 The next try stops and removes what a killed one left. C5 An
 * error here does not affect the verdict. The tests are then not compared, and the verdict says why.
 */
import { orUnknown } from '../reasons/reason.ts'
import { defaultLimits } from './default-limits.ts'
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownTests } from '../diagnosis/compare-tests.ts'
import { findFlaky, type TriedTests } from '../diagnosis/flaky-tests.ts'
import type { TestRun } from '../diagnosis/test-run.ts'
import { MaydayError } from '../errors.ts'
import { projectAt, type Project } from '../record/project.ts'
import type { RunResult, StageTests } from '../record/run-result.ts'
import { Store } from '../record/store.ts'
import { openGit } from '../recovery/snapshots/git-steps.ts'
import { INSTALLED } from './installed-folders.ts'
import { notCompared } from './start-point.ts'
import type { RunSpec, StageSpec, StartPoint } from './run-spec.ts'
import type { SupervisedRun, Watcher } from './supervised-run.ts'

type Point = Extract<StartPoint, { readonly commit: string }>

/** The results with which the failing tests of a run are compared. `now` counts as a run too. */
export async function knownTests(run: SupervisedRun, store: Store, now: StageTests): Promise<KnownTests> {
  const { compare } = run.spec
  const start = compare === undefined || 'why' in compare ? compare : await testsAt(run, store, compare)
  const { command, folder } = now
  const current: TriedTests = { ...now, at: new Date().toISOString() }
  const flaky = findFlaky([current, ...store.testRuns({ command, folder })])
  return { start: start ?? { why: notCompared('no comparison was requested') }, flaky }
}

/** C1. */
async function testsAt(run: SupervisedRun, store: Store, point: Point): Promise<KnownTests['start']> {
  const verify = run.spec.stages.find(({ stage }) => stage === 'final_test')
  if (verify === undefined) return { why: notCompared('there is no verify command') }
  const { command } = verify
  const { code, folder } = point
  const known = store.testsOn({ code, command, folder })
  if (known !== null) return testsIn(known)
  run.record({ event: 'start:testing', commit: point.commit })
  const tried = await tryAt(run, point, verify)
  if ('why' in tried) return tried
  store.addStartTests({ ...tried, stage: 'final_test', command, folder, code }, new Date().toISOString())
  return tried
}

const testsIn = ({ failed, passed, names }: TestRun): TestRun => ({ failed, passed, names })

/** C2. */
async function tryAt(run: SupervisedRun, point: Point, verify: StageSpec): Promise<KnownTests['start']> {
  const home = projectAt(run.spec.root, run.env)
  const project = { ...home, record: join(run.folder.recordFolder, 'tries', `compare-${run.spec.runId}`) }
  const tree = join(home.trees, `start-${run.spec.runId}`)
  try {
    await stopEarlierTry(run, project)
    await makeTree(run.spec.cwd, tree, point)
    linkInstalled(run.spec, join(tree, point.folder))
    return startOf(await verifyIn(run, project, { cwd: join(tree, point.folder), verify }))
  } catch (error) {
    return { why: notCompared(whyNot(error)) }
  } finally {
    await removeTree(run.spec.cwd, tree)
    removeFolder(project.record)
  }
}

/** C5. */
function whyNot(error: unknown): string {
  if (error instanceof MaydayError || isSystemError(error)) return error.message
  throw error
}

const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'code' in error

/** C5: a folder that cannot be removed stays. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    if (!isSystemError(error)) throw error
  }
}

async function makeTree(cwd: string, tree: string, { commit }: Point): Promise<void> {
  await removeTree(cwd, tree)
  mkdirSync(join(tree, '..'), { recursive: true, mode: 0o700 })
  await openGit({ cwd }).run(['worktree', 'add', '--detach', tree, commit])
}

async function removeTree(cwd: string, tree: string): Promise<void> {
  if (!existsSync(tree)) return
  try {
    await openGit({ cwd }).ask(['worktree', 'remove', '--force', '--force', tree])
  } catch (error) {
    // Without its repository it is an ordinary folder.
    if (!(error instanceof MaydayError)) throw error
  }
  removeFolder(tree)
}

/** If a setup installs packages, it does so in the new tree too. */
function linkInstalled({ stages, cwd }: RunSpec, folder: string): void {
  if (stages.some(({ stage }) => stage === 'setup') || !existsSync(folder)) return
  for (const name of INSTALLED) {
    const isThere = lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined
    if (!isThere && existsSync(join(cwd, name))) symlinkSync(join(cwd, name), join(folder, name))
  }
}

/** C3. Verify follows an agent that does nothing, so that its output is read as that of tests. */
async function verifyIn(
  run: SupervisedRun,
  project: Project,
  { cwd, verify }: { readonly cwd: string; readonly verify: StageSpec },
): Promise<RunResult> {
  const { startRun } = await import('./start-run.ts')
  const { spec, processes, knownAgents, env } = run
  const setup = spec.stages.find(({ stage }) => stage === 'setup')
  using watcher = watcherOf(run)
  using store = Store.open(project.record)
  return await startRun(
    {
      project,
      argv: ['/bin/sh', '-c', ':'],
      cwd,
      env,
      agent: null,
      title: `the tests at the start of run ${spec.run}`,
      prompt: null,
      flow: 'probe',
      phase: null,
      setup: setup?.argv.at(-1) ?? null,
      baseline: null,
      verify: verify.argv.at(-1) ?? null,
      limits: {
        ...defaultLimits,
        verifyMs: verify.timeoutMs,
        setupMs: setup?.timeoutMs ?? defaultLimits.setupMs,
        graceMs: spec.graceMs,
      },
      expectChanges: false,
    },
    { store, processes, knownAgents, watcher },
  )
}

const LOOK_EVERY_MS = 500

/** A cancel of the run cancels the try. Its events are not shown (C3). */
function watcherOf({ watcher, folder }: SupervisedRun): Watcher & Disposable {
  const asked = new AbortController()
  const look = setInterval(() => folder.isCancelAsked() && asked.abort(), LOOK_EVERY_MS)
  return {
    cancel: AbortSignal.any([watcher.cancel, asked.signal]),
    force: watcher.force,
    report: () => undefined,
    show: () => undefined,
    [Symbol.dispose]: () => clearInterval(look),
  }
}

function startOf({ tests = [], status, reason }: RunResult): KnownTests['start'] {
  const found = tests.find(({ stage }) => stage === 'final_test')
  if (found !== undefined) return testsIn(found)
  if (status === 'canceled') return { why: notCompared('verify was canceled there') }
  return { why: notCompared(`verify named no tests there (${orUnknown(reason)})`) }
}

/** C4. */
async function stopEarlierTry({ processes, knownAgents }: SupervisedRun, project: Project): Promise<void> {
  if (!existsSync(project.record)) return
  const { stopLeftovers } = await import('./stop-leftovers.ts')
  using store = Store.open(project.record)
  await stopLeftovers({ store, project, processes, knownAgents })
}
