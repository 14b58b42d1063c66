/**
 * Takes a picture of every page of the demo's board, of its dialogs, of an empty project, of a failed task and of a lost connection, in
 * both themes and three widths, and runs axe on each.
 * `npm run shots -- FOLDER [PAGE…]`. The pictures are for people to look at; the exit code is 1 if axe finds anything.
 */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import * as v from 'valibot'
import { findChromium } from './find-chromium.ts'

const WIDTHS = [1440, 1024, 400] as const
const THEMES = ['light', 'dark'] as const
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const bin = join(import.meta.dirname, '../../bin/mayday.cjs')
const [folder = 'shots', ...only] = process.argv.slice(2)

type Place = {
  readonly name: string
  readonly path: string
  /** Keys that are pressed when the page is there. */
  readonly keys?: readonly string[]
  /** Buttons that are clicked then, by a part of their names. */
  readonly clicks?: readonly string[]
}

const listSchema = v.object({ groups: v.array(v.object({ key: v.string() })) })
const sessionsSchema = v.object({ sessions: v.array(v.object({ id: v.string() })) })
const runsSchema = v.object({ runs: v.array(v.object({ run: v.number(), attempt: v.number() })) })

const cardsSchema = v.object({ cards: v.array(v.object({ path: v.string() })) })
const stateSchema = v.object({
  board: v.object({ phases: v.array(v.object({ columns: v.array(cardsSchema) })) }),
})

async function placesOn(page: Page): Promise<readonly Place[]> {
  const ask = async (path: string): Promise<unknown> =>
    (await page.request.get(new URL(`/api/v1/${path}`, page.url()).href)).json()
  const { groups } = v.parse(listSchema, await ask('failures'))
  const { sessions } = v.parse(sessionsSchema, await ask('sessions'))
  const { runs } = v.parse(runsSchema, await ask('runs?reason=TESTS_FAILED'))
  const { board } = v.parse(stateSchema, await ask('state'))
  const card = board.phases.flatMap(({ columns }) => columns.flatMap(({ cards }) => cards))[0]?.path ?? ''
  // One with attempts before it.
  const run = runs.find(({ attempt }) => attempt === 3)?.run ?? 1
  const failure = `/failures/${groups[0]?.key ?? ''}`
  return [
    { name: 'needs-you', path: '/' },
    { name: 'work', path: '/work' },
    { name: 'work-columns', path: '/work', keys: ['v'] },
    { name: 'work-selected', path: '/work', keys: ['v', 'j', 'x', 'j', 'x'] },
    { name: 'add-task', path: '/work?add=task' },
    { name: 'palette', path: '/work', keys: ['j', 'Control+k'] },
    { name: 'help', path: '/', keys: ['?'] },
    { name: 'runs', path: '/runs' },
    { name: 'runs-filtered', path: '/runs?status=failed&agent=claude' },
    ...['why', 'story', 'changes', 'log', 'facts'].map((tab) => ({
      name: `run-${tab}`,
      path: `/runs/${run}/${tab}`,
    })),
    { name: 'failures', path: '/failures' },
    { name: 'correct', path: `/runs/${run}/why`, clicks: ['Correct it'] },
    { name: 'hint', path: '/', clicks: ['Retry with a hint'] },
    { name: 'other-agent', path: `/runs/${run}/why`, clicks: ['More actions', 'Ask another agent'] },
    { name: 'edit-prompt', path: `/runs/${run}/why`, clicks: ['More actions', 'Edit the prompt'] },
    { name: 'retry-several', path: '/work', keys: ['j', 'x', 'j', 'x'], clicks: ['Retry'] },
    { name: 'row-menu', path: '/', clicks: ['More for'] },
    { name: 'stop', path: '/work', clicks: ['Stop', 'Stop now'] },
    { name: 'scheduler-menu', path: '/', clicks: ['of 2'] },
    { name: 'failure', path: failure },
    { name: 'correct-all', path: failure, clicks: ['More actions', 'Correct the reason'] },
    { name: 'retry-all', path: failure, clicks: ['Retry'] },
    { name: 'failure-gone', path: '/failures/ffffffff' },
    { name: 'cards', path: '/cards' },
    { name: 'card', path: `/cards?card=${card}` },
    { name: 'sessions', path: '/sessions' },
    { name: 'session', path: `/sessions/${sessions[0]?.id ?? 'none'}` },
    { name: 'nodes', path: '/nodes' },
    { name: 'nowhere', path: '/runs/7/other' },
  ]
}

/** The pages of a project in which nothing was ever run. */
const EMPTY_PLACES: readonly Place[] = ['', 'work', 'runs', 'failures', 'cards', 'sessions'].map((page) => ({
  name: `empty-${page === '' ? 'needs-you' : page}`,
  path: `/${page}`,
}))

/** A project whose agent has changed a file and failed. */
const FAILED_PLACES: readonly Place[] = [
  { name: 'restore', path: '/runs/1/why', clicks: ['More actions', 'Go back to saved work'] },
  { name: 'failed-facts', path: '/runs/1/facts' },
  { name: 'failed-story', path: '/runs/1/story' },
]

function failIn(folder: string, env: NodeJS.ProcessEnv): void {
  const run = (program: string, ...words: string[]): unknown =>
    spawnSync(program, words, { cwd: folder, env, stdio: 'ignore' })
  mkdirSync(folder)
  writeFileSync(join(folder, 'totals.py'), 'TOTAL = 1\n')
  run('git', 'init', '--quiet')
  run('git', 'add', '.')
  run('git', '-c', 'user.name=shots', '-c', 'user.email=shots@localhost', 'commit', '--quiet', '-m', 'start')
  const agent =
    "echo 'I round the total.'; sed -i s/1/2/ totals.py; echo '1 failed, 7 passed in 0.42s'; exit 1"
  run(process.execPath, bin, 'add', 'Round the totals', '--attempts', '1', '--', 'sh', '-c', agent)
  run(process.execPath, bin, 'work')
}

type Served = { readonly address: string; readonly stop: () => void }

async function startBoard(words: readonly string[], options: SpawnOptions = {}): Promise<Served> {
  const child = spawn(process.execPath, [bin, 'board', '--no-open', '--json', '--port', '0', ...words], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString())),
  )
  const { address } = v.parse(v.object({ address: v.string() }), JSON.parse(line))
  return { address, stop: () => void child.kill('SIGINT') }
}

async function violationsOn(page: Page): Promise<readonly string[]> {
  const found: unknown = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((all) => all.violations.map((one) => one.id + ": " + one.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" | ")))',
  )
  return v.parse(v.array(v.string()), found)
}

const isWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

async function shoot(page: Page, place: Place, at: string): Promise<readonly string[]> {
  const { path, keys = [], clicks = [] } = place
  await page.goto(new URL(path, page.url()).href)
  await page.locator('main.page:not([aria-busy])').first().waitFor()
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.evaluate('document.fonts.ready')
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  for (const click of clicks) {
    await page.getByRole('button', { name: click }).filter({ visible: true }).first().click()
    await page.waitForTimeout(300)
  }
  await page.getByText('Asking what it would touch').waitFor({ state: 'detached' })
  return take(page, place.name, at)
}

const MOST_PX = 4000

/** The screen is as tall as the page. */
async function growTo(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const whole: number = await page.evaluate('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(MOST_PX, Math.max(height, whole)) })
  await page.waitForTimeout(100)
}

async function take(page: Page, name: string, at: string): Promise<readonly string[]> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  // A long list draws only what is on the screen, and bars stay at its edge. A dialog covers only the screen.
  if (!(await page.locator('dialog[open]').isVisible())) await growTo(page, before)
  await page.screenshot({ path: join(folder, `${name}-${at}.png`) })
  await page.setViewportSize(before)
  await page.addScriptTag({ path: axe }).catch(() => page.evaluate(`undefined`))
  const found = await violationsOn(page)
  const wide = (await isWide(page)) ? ['the page scrolls sideways'] : []
  return [...found, ...wide].map((one) => `${name} ${at}: ${one}`)
}

mkdirSync(folder, { recursive: true })
const home = mkdtempSync(join(tmpdir(), 'mayday-shots-'))
const demo = await startBoard(['--demo'])
const env = { ...process.env, HOME: home, MAYDAY_STATE: join(home, 'state'), MAYDAY_DIR: '' }
const failedAt = join(home, 'shop')
failIn(failedAt, env)
mkdirSync(join(home, 'new'))
const empty = await startBoard([], { cwd: join(home, 'new'), env })
const failed = await startBoard([], { cwd: failedAt, env })
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
})
const troubles: string[] = []
const isWanted = ({ name }: Place): boolean => only.length === 0 || only.includes(name)

async function openAt({ address }: Served, width: number, theme: (typeof THEMES)[number]): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    bypassCSP: true,
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`))
  await page.goto(address)
  await page.locator('main.page').first().waitFor()
  return page
}

async function shootAll(page: Page, places: readonly Place[], at: string): Promise<void> {
  for (const place of places.filter(isWanted))
    troubles.push(
      ...(await shoot(page, place, at).catch((error: unknown) => [`${place.name} ${at}: ${String(error)}`])),
    )
}

const left: { readonly page: Page; readonly at: string }[] = []
try {
  for (const theme of THEMES)
    for (const width of WIDTHS) {
      const at = `${width}-${theme}`
      for (const [served, places] of [
        [empty, EMPTY_PLACES],
        [failed, FAILED_PLACES],
      ] as const) {
        const first = await openAt(served, width, theme)
        await shootAll(first, places, at)
        await first.context().close()
      }
      const page = await openAt(demo, width, theme)
      await shootAll(page, await placesOn(page), at)
      await page.goto(new URL('/work', page.url()).href)
      await page.locator('[data-task]').first().waitFor({ state: 'attached' })
      left.push({ page, at })
    }
  // The server goes away under the pages that are still open.
  demo.stop()
  for (const { page, at } of left) {
    await page.getByText('connection lost').first().waitFor({ state: 'attached' })
    troubles.push(...(await take(page, 'offline', at)))
  }
} finally {
  await browser.close()
  demo.stop()
  empty.stop()
  failed.stop()
  rmSync(home, { recursive: true, force: true })
}
const said = troubles.length === 0 ? 'axe found nothing, and no page scrolls sideways.' : troubles.join('\n')
process.stdout.write(`${said}\n`)
process.exitCode = troubles.length === 0 ? 0 : 1
