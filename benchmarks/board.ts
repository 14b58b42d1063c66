/** What the board costs where there is much to see: 10,000 recorded runs and 100 that print a line each second. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { Store } from '../src/record/store.ts'
import { defaultBudget } from '../src/record/task.ts'
import { findChromium } from '../tests/browser/find-chromium.ts'
import { firstLoad } from '../tests/browser/first-load.ts'
import { recordOf } from './own-state.ts'
import { fillStore } from './fill-store.ts'
import { cpuMs, leaveWorkers, processesOf, pssKb } from './left-workers.ts'
import type { Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))
const page = fileURLToPath(new URL('../dist/board', import.meta.url))
const [RUNS, LIVE, PAGES, TIMES] = [10_000, 100, 50, 20]
const TICKS = ['sh', '-c', 'while :; do echo "a line at $(date +%s)"; sleep 1; done']

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

type Served = {
  readonly child: ChildProcess
  readonly address: string
  readonly token: string
  readonly port: number
}

async function serve(folder: string): Promise<Served> {
  const child = spawn(process.execPath, [mayday, 'board', '--json', '--no-open', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, MAYDAY_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!said.includes('\n')) await pause(20)
  const told: { address: string; token: string; port: number } = JSON.parse(said)
  return { child, ...told }
}

const ask = ({ port, token }: Served, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, path: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}` } }, resolve).on(
      'error',
      reject,
    )
  })

/** A figure about fewer runs than it says is worth nothing. */
async function expectLive(board: Served): Promise<void> {
  let text = ''
  for await (const chunk of (await ask(board, 'state')).setEncoding('utf8')) text += String(chunk)
  const state: { counts: { running: number }; omitted: number; tasks: unknown[] } = JSON.parse(text)
  if (state.counts.running !== LIVE) throw new Error(`${state.counts.running} runs are live, not ${LIVE}`)
  if (state.omitted + state.tasks.length < RUNS) throw new Error('the recorded runs are not there')
}

/** Open pages, as connections that get every change. `told` is called with each. */
async function openPages(board: Served, told: (text: string) => void): Promise<readonly IncomingMessage[]> {
  const pages = await Promise.all(Array.from({ length: PAGES }, () => ask(board, 'events')))
  for (const [i, one] of pages.entries()) {
    one.setEncoding('utf8')
    // All read, one listens: what is measured is the server.
    one.on('data', (text: string) => i === pages.length - 1 && told(text))
  }
  return pages
}

/** From a task in the store to the change on the last of the open pages. */
async function updateRow(folder: string, wait: (mark: string) => Promise<void>): Promise<Row> {
  const store = Store.open(recordOf(folder))
  const took: number[] = []
  for (let turn = 0; turn < TIMES; turn += 1) {
    const mark = `Turn ${turn} of the bench`
    const seen = wait(mark)
    addTask(store, mark)
    const started = performance.now()
    await seen
    took.push(performance.now() - started)
    await pause(100)
  }
  store.close()
  return {
    what: `(q) from a change in the store to the last of ${PAGES} open pages (connections: drawing is not measured)`,
    ours: `median ${median(took).toFixed(0)} ms`,
    beside: `${TIMES} changes, ${LIVE} live runs`,
    ratio: `slowest ${Math.max(...took).toFixed(0)} ms`,
    goal: 'at most 500 ms',
  }
}

const addTask = (store: Store, title: string): unknown =>
  store.addTask(
    {
      title,
      prompt: title,
      agent: null,
      argv: ['true'],
      cwd: '.',
      flow: 'implement',
      phase: null,
      setup: null,
      baseline: null,
      verify: null,
      expectChanges: true,
      limits: {},
      budget: defaultBudget,
    },
    new Date().toISOString(),
  )

async function loadRow(pid: number): Promise<Row> {
  const before = cpuMs(pid)
  await pause(10_000)
  const share = (cpuMs(pid) - before) / 10_000
  const peakKb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return {
    what: `(r) the server alone, with ${PAGES} open pages (connections) and ${LIVE} live runs that print`,
    ours: `${Math.round(pssKb(pid) / 1024)} MB, ${(share * 100).toFixed(0)} % of a core`,
    beside: `peak ${Math.round(Number(peakKb) / 1024)} MB`,
    ratio: '',
    goal: 'under 200 MB, under 25 %',
  }
}

type Painted = { readonly paintMs: number; readonly rowsMs: number }

/** Of a fresh page, in the browser's own clock. */
async function paint(browser: Browser, { address }: Served): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const opened = await context.newPage()
  await opened.goto(address)
  await opened.locator('main.page').waitFor()
  const main = await context.newPage()
  await main.goto(new URL('/work', address).href)
  await main.locator('.tile, .empty').first().waitFor()
  const rowsMs: number = await main.evaluate('performance.now()')
  const paintMs: number = await main.evaluate(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0",
  )
  await context.close()
  return { paintMs, rowsMs }
}

async function paintRow(full: Served, emptyFolder: string): Promise<Row> {
  const executablePath = findChromium()
  const what = `(p) first paint, then rows, over loopback: ${RUNS.toLocaleString('en')} runs, ${LIVE} live`
  if (executablePath === null)
    return {
      what,
      ours: 'not measured',
      beside: 'no Chromium: name one in MAYDAY_CHROMIUM',
      ratio: '',
      goal: '',
    }
  const empty = await serve(emptyFolder)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const [ours, bare]: Painted[][] = [[], []]
  for (let turn = 0; turn < 5; turn += 1) {
    bare?.push(await paint(browser, empty))
    ours?.push(await paint(browser, full))
  }
  await browser.close()
  empty.child.kill('SIGINT')
  const words = (all: readonly Painted[]): string =>
    `${median(all.map(({ paintMs }) => paintMs)).toFixed(0)} ms, ${median(all.map(({ rowsMs }) => rowsMs)).toFixed(0)} ms`
  const rows = (all: readonly Painted[]): number => median(all.map(({ rowsMs }) => rowsMs))
  return {
    what,
    ours: words(ours ?? []),
    beside: `an empty project ${words(bare ?? [])}`,
    ratio: `+${(rows(ours ?? []) - rows(bare ?? [])).toFixed(0)} ms`,
    goal: 'rows within 1 s',
  }
}

function sizeRow(): Row {
  const sizes = [...firstLoad(page)].map((name) => gzipSync(readFileSync(join(page, name))).length)
  const kb = sizes.reduce((sum, size) => sum + size, 0) / 1024
  return {
    what: '(s) first load of the page, gzip, without the data',
    ours: `${kb.toFixed(1)} KB in ${sizes.length} files`,
    beside: '',
    ratio: '',
    goal: 'under 80 KB',
  }
}

export async function boardRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-bench-'))
  const empty = mkdtempSync(join(tmpdir(), 'mayday-bench-'))
  try {
    Store.open(recordOf(folder)).close()
    fillStore(join(recordOf(folder), 'mayday.db'), RUNS)
    await leaveWorkers(folder, LIVE, TICKS)
    const board = await serve(folder)
    await expectLive(board)
    const first = await paintRow(board, empty)
    let listener = (_text: string): void => undefined
    const pages = await openPages(board, (text) => listener(text))
    const wait = (mark: string): Promise<void> =>
      new Promise((resolve) => {
        listener = (text) => void (text.includes(mark) && resolve())
      })
    const update = await updateRow(folder, wait)
    const load = await loadRow(board.child.pid ?? 0)
    for (const one of pages) one.destroy()
    board.child.kill('SIGINT')
    return [first, update, load, sizeRow()]
  } finally {
    for (const pid of processesOf(folder)) spawnSync('kill', ['-9', String(pid)])
    for (const path of [folder, empty]) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
}
