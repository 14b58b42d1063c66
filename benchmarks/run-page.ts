/** What a run's page costs: the story of a large transcript, and a difference of many files. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../tests/browser/find-chromium.ts'
import { writeTranscript } from './inputs.ts'
import { recordOf } from './own-state.ts'
import type { Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))
const [STORY_MB, FILES, TIMES] = [50, 5000, 5]

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

function timed(command: string, args: readonly string[], cwd: string): number {
  const started = performance.now()
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'ignore'], maxBuffer: 1e9 })
  return performance.now() - started
}

const ours = (args: readonly string[], cwd: string): number => timed(process.execPath, [mayday, ...args], cwd)

const repeat = (measure: () => number): number => median(Array.from({ length: TIMES }, measure))

async function serve(folder: string): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const child = spawn(process.execPath, [mayday, 'board', '--json', '--no-open', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!said.includes('\n')) await pause(20)
  const told: { address: string } = JSON.parse(said)
  return { child, address: told.address }
}

/** From the click on an address to the first turn on the page, in the browser's own clock. */
async function firstTurnMs(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('main.page').waitFor()
  await page.goto(new URL('/runs/1/story', address).href)
  await page.locator('.turn .tool, .turn .words').first().waitFor()
  const ms: number = await page.evaluate('performance.now()')
  await context.close()
  return ms
}

async function storyRow(folder: string): Promise<Row> {
  writeTranscript(join(folder, 'out.jsonl'), STORY_MB * 1024 * 1024)
  try {
    ours(['run', '--agent', 'claude', '--', 'cat', 'out.jsonl'], folder)
  } catch {
    // The transcript ends at its turn limit, so the run fails.
  }
  const first = repeat(() => ours(['show', '1', '--story', '--json'], folder))
  const executablePath = findChromium()
  const what = `(t) the story of a transcript of ${STORY_MB} MB: its first part on the command line, its first turn on the page`
  if (executablePath === null)
    return { what, ours: `${first.toFixed(0)} ms`, beside: 'no Chromium', ratio: '', goal: 'within 1 s' }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const board = await serve(folder)
  const painted: number[] = []
  for (let turn = 0; turn < TIMES; turn += 1) painted.push(await firstTurnMs(browser, board.address))
  await browser.close()
  board.child.kill('SIGINT')
  return {
    what,
    ours: `${first.toFixed(0)} ms, ${median(painted).toFixed(0)} ms`,
    beside: '',
    ratio: `slowest ${Math.max(...painted).toFixed(0)} ms`,
    goal: 'within 1 s',
  }
}

function diffRow(folder: string): Row {
  const git = (...args: string[]): number =>
    timed('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], folder)
  git('init', '--quiet')
  mkdirSync(join(folder, 'src'))
  for (let at = 0; at < FILES; at += 1)
    writeFileSync(join(folder, 'src', `f${at}.txt`), `one\ntwo ${at}\nthree\n`)
  git('add', '.')
  git('commit', '--quiet', '-m', 'start')
  const run = ours(['run', '--', 'sh', '-c', 'sed -i s/two/2/ src/*.txt'], folder)
  const stat = repeat(() => ours(['diff', '1', '--stat'], folder))
  const one = repeat(() => ours(['diff', '1', 'src/f7.txt'], folder))
  const beside = repeat(() => git('--no-pager', 'diff', '--stat'))
  return {
    what: `(u) a difference of ${FILES.toLocaleString('en')} files: the list, one file; the run that made it`,
    ours: `${stat.toFixed(0)} ms, ${one.toFixed(0)} ms; ${run.toFixed(0)} ms`,
    beside: `git diff --stat ${beside.toFixed(0)} ms`,
    ratio: `${(stat / beside).toFixed(2)} x`,
    goal: 'the list within 1 s',
  }
}

export async function runPageRows(): Promise<readonly Row[]> {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'mayday-bench-')))
  const [story = '', diff = ''] = folders
  try {
    return [await storyRow(story), diffRow(diff)]
  } finally {
    for (const path of folders) {
      rmSync(recordOf(path), { recursive: true, force: true, maxRetries: 5 })
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
