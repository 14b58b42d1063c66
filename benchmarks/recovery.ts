/** What it costs to save a large work tree, compared with what a person would type instead. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeSnapshot } from '../src/recovery/snapshots/take-snapshot.ts'
import { seconds, type Row } from './table.ts'

const FILES = 50_000
const UNTRACKED = 500
const TIMES = 7

/** Stash what is tracked without touching the tree, and put what is not into an archive beside it. */
const BY_HAND =
  'git update-ref refs/backup/by-hand "$(git stash create)" && git ls-files -z --others --exclude-standard | tar --null --files-from=- --create --file=../untracked.tar'

const git = (cwd: string, ...args: readonly string[]): void => {
  const as = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost', '-c', 'gc.auto=0']
  const { status, stderr } = spawnSync('git', [...as, ...args], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
}

const text = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, line) => `${name} has a line ${line}\n`).join('')

/** Every turn finds new work, as after every attempt of an agent. */
function change(project: string, turn: number): void {
  for (let at = 0; at < 5; at += 1) appendFileSync(join(project, `d${at}/f${at}.txt`), `turn ${turn}\n`)
  rmSync(join(project, 'new'), { recursive: true, force: true })
  mkdirSync(join(project, 'new'))
  for (let at = 0; at < UNTRACKED; at += 1)
    writeFileSync(join(project, `new/f${at}.txt`), text(`new ${turn} ${at}`, 40))
}

function fill(project: string): void {
  mkdirSync(project)
  for (let folder = 0; folder < 250; folder += 1) mkdirSync(join(project, `d${folder}`))
  for (let at = 0; at < FILES; at += 1)
    writeFileSync(join(project, `d${at % 250}/f${at}.txt`), text(`file ${at}`, 10))
  git(project, 'init', '--quiet')
  git(project, 'add', '--all')
  git(project, 'commit', '--quiet', '--message', 'everything')
  git(project, 'repack', '-a', '-d', '--quiet')
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

async function timed(act: () => unknown): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}

function byHand(project: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', BY_HAND], { cwd: project, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** A figure about a snapshot that lacks something is worth nothing. */
function expectWhole(project: string, ref: string): void {
  const read = (path: string): string =>
    spawnSync('git', ['show', `${ref}:${path}`], { cwd: project, encoding: 'utf8' }).stdout
  for (const path of ['d3/f3.txt', 'new/f499.txt'])
    if (read(path) !== readFileSync(join(project, path), 'utf8')) throw new Error(`${path} is not in ${ref}`)
}

/** (g) Everything of a work tree, kept and read back. */
async function snapshotRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-bench-'))
  const project = join(folder, 'project')
  try {
    fill(project)
    const times = { ours: [] as number[], hand: [] as number[] }
    for (let turn = 0; turn <= TIMES; turn += 1) {
      change(project, turn * 2)
      times.hand.push(await timed(() => byHand(project)))
      change(project, turn * 2 + 1)
      const refName = `refs/mayday/bench/${turn}`
      times.ours.push(await timed(() => takeSnapshot({ cwd: project, refName, message: 'bench' })))
      expectWhole(project, refName)
    }
    const [ours, hand] = [median(times.ours.slice(1)), median(times.hand.slice(1))]
    return {
      what: `(g) snapshot of ${FILES.toLocaleString('en')} files, 5 changed and ${UNTRACKED} untracked, read back`,
      ours: seconds(ours),
      beside: `git stash create and tar ${seconds(hand)}`,
      ratio: `${(ours / hand).toFixed(2)} x`,
      goal: 'at most 3 x',
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const recoveryRows = async (): Promise<readonly Row[]> => [await snapshotRow()]
