/** How long the page of the board is busy at once, with 500 tasks of which 200 have real live workers. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { Store } from '../src/record/store.ts'
import { exampleTask } from '../tests/examples/records.ts'
import { findChromium } from '../tests/browser/find-chromium.ts'
import { longestTask } from '../tests/browser/longest-task.ts'
import { leaveWorkers, processesOf } from './left-workers.ts'
import { recordOf } from './own-state.ts'
import type { Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))
const [TASKS, LIVE, WATCH_MS] = [500, 200, 10_000]
const TICKS = ['sh', '-c', 'while :; do echo "a line at $(date +%s)"; sleep 1; done']

async function serve(folder: string): Promise<{ readonly address: string; readonly stop: () => void }> {
  const child = spawn(process.execPath, [mayday, 'board', '--json', '--no-open', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, MAYDAY_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!said.includes('\n')) await pause(20)
  const { address }: { address: string } = JSON.parse(said)
  return { address, stop: () => void child.kill('SIGINT') }
}

/** While the workers print and somebody scrolls. */
async function watch(page: Page): Promise<void> {
  for (let ms = 0; ms < WATCH_MS; ms += 500) {
    await page.mouse.wheel(0, ms % 4000 === 0 ? -10_000 : 700)
    await pause(500)
  }
}

async function measurePage(address: string): Promise<readonly number[]> {
  const executablePath = findChromium() ?? ''
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(address)
    await page.locator('main.page').waitFor()
    const opened = await longestTask(page, async () => {
      await page.goto(new URL('/work', address).href)
      await page.locator('.tile').nth(10).waitFor()
      await pause(1000)
    })
    const running = await page.locator('.work .grp', { hasText: 'Running' }).textContent()
    if (running?.includes(String(LIVE)) !== true) throw new Error(`the page shows: ${running ?? ''}`)
    const list = await longestTask(page, () => watch(page))
    await page.keyboard.press('v')
    await page.locator('.lane').first().waitFor()
    return [opened, list, await longestTask(page, () => watch(page))]
  } finally {
    await browser.close()
  }
}

export async function livePageRows(): Promise<readonly Row[]> {
  const what = `the longest task of the page, in processor time: opened, as a list, as columns; ${TASKS} tasks, ${LIVE} live runs that print`
  if (findChromium() === null) return [{ what, ours: 'no Chromium', beside: '', ratio: '', goal: '' }]
  const folder = mkdtempSync(join(tmpdir(), 'mayday-bench-'))
  try {
    const store = Store.open(recordOf(folder))
    for (let i = 1; i <= TASKS - LIVE; i += 1)
      store.addTask(exampleTask({ title: `Task ${i} of the bench` }), new Date().toISOString())
    store.close()
    await leaveWorkers(folder, LIVE, TICKS)
    const board = await serve(folder)
    const longest = await measurePage(board.address)
    board.stop()
    const ours = longest.map((ms) => `${ms.toFixed(0)} ms`).join(', ')
    return [{ what, ours, beside: '', ratio: '', goal: 'under 50 ms' }]
  } finally {
    for (const pid of processesOf(folder)) spawnSync('kill', ['-9', String(pid)])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
