import { expect, test } from 'vitest'
import { cardProject, LOCKS } from '../card-project.ts'
import { asked, limited, sessionHome, uuid } from '../session-home.ts'
import { hasNoBrowser, servedBy, serveBoard, TestBrowser, type ServedBoard } from './board-page.ts'

/** What is opened while the server is away, and what it shows when the server is back. */
const PLACES: readonly (readonly [path: string, shows: string])[] = [
  ['/runs', '.run-row .why-code'],
  ['/failures', '.failure-title'],
  ['/runs/1/why', '.code .proof'],
  ['/runs/1/story', '.turn, .empty'],
  ['/runs/1/changes', '.empty'],
  ['/runs/1/log', '.log-line'],
  ['/runs/1/facts', '.facts'],
  ['/sessions', '.empty, .row'],
  ['/nodes', '.empty, table'],
]

/** These show the state that the page already has. */
const KEPT: readonly (readonly [path: string, shows: string])[] = [
  ['/', '.night, .inbox, .empty'],
  ['/work', '.tile'],
  ['/cards', '.tile-new'],
]

/** As a click on a link: without a request for the page. */
const go = (path: string): string =>
  `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`

async function stop({ going }: ServedBoard): Promise<void> {
  going.child.kill('SIGINT')
  await going.finished
}

test.skipIf(hasNoBrowser)('what was opened in an outage comes alive', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  const board = await serveBoard(project)
  const pages = []
  for (const _ of PLACES) pages.push(await browser.open(board, '/work'))
  for (const { page } of pages) {
    await page.locator('.connection.is-live').waitFor()
    await page.locator('.tile').waitFor()
  }
  await stop(board)
  for (const [at, { page }] of pages.entries()) {
    await page.locator('.connection.is-lost').waitFor()
    await page.evaluate(go(PLACES[at]?.[0] ?? ''))
    await page.locator('.trouble', { hasText: 'server does not answer' }).first().waitFor()
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  }
  await pages[0]?.shoot('outage')
  const { page: kept, complaints } = pages[1] ?? { page: null, complaints: [] }
  for (const [path, shows] of KEPT) {
    await kept?.evaluate(go(path))
    await kept?.locator(shows).first().waitFor()
    await kept?.locator('.connection.is-lost').waitFor()
  }
  await kept?.evaluate(go('/failures'))
  expect(complaints.filter((one) => !/ERR_|Failed to load/.test(one))).toEqual([])
  // Nobody knows how many there are.
  expect(await pages[0]?.page.locator('.head [role=status]').textContent()).toBe('')
  await serveBoard(project, board.port)
  for (const [at, { page }] of pages.entries()) {
    await page.locator('.connection.is-live').waitFor()
    await page
      .locator(PLACES[at]?.[1] ?? '')
      .filter({ hasText: /\S/ })
      .first()
      .waitFor()
    await expect.poll(() => page.locator('.trouble').count()).toBe(0)
  }
})

test.skipIf(hasNoBrowser)('an outage says since when and what to do', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project)
  const { page } = await browser.open(board, '/work')
  await page.locator('.connection.is-live').waitFor()
  const bar = page.locator('.notice-bar')
  expect(await bar.count()).toBe(0)
  await stop(board)
  await bar.waitFor()
  expect(await bar.textContent()).toMatch(/^No answer since \d\d:\d\d: .* start it again: mayday board$/)
  await serveBoard(project, board.port)
  await bar.waitFor({ state: 'detached' })
})

test.skipIf(hasNoBrowser)('a page says that its server is newer', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project)
  const { page } = await browser.open(board, '/work')
  await page.locator('.connection.is-live').waitFor()
  await stop(board)
  await page.locator('.connection.is-lost').waitFor()
  // As after an update: the code of the page is another one.
  await page.route('**/app.js', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, headers: { ...answer.headers(), etag: '"another"' } })
  })
  await serveBoard(project, board.port)
  await page.locator('.connection.is-live').waitFor()
  const load = page.locator('.notice-bar').getByRole('button', { name: 'Load the new page' })
  await load.click()
  await page.locator('.connection.is-live').waitFor()
  await page.locator('.notice-bar').waitFor({ state: 'detached' })
})

/** What is wrong with the bar at this width: it is wider than the page, or its parts overlap. */
const BAR_FAULTS = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const project = document.querySelector('.project').getBoundingClientRect()
  const first = document.querySelector('.nav a').getBoundingClientRect()
  return [
    scrollWidth > clientWidth ? 'too wide' : '',
    project.width > 0 && project.right > first.left && project.bottom > first.top ? 'overlaps' : '',
  ].filter(Boolean)
})()`

test.skipIf(hasNoBrowser)('the word of an outage fits every width', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project)
  const { page } = await browser.open(board, '/work')
  await page.locator('.connection.is-live').waitFor()
  await stop(board)
  await page.locator('.connection.is-lost').waitFor()
  for (const width of [1440, 1024, 400]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.getByText('connection lost').isVisible()).toBe(true)
    expect([width, await page.evaluate(BAR_FAULTS)]).toEqual([width, []])
  }
})

/** Every page as it was before, and what it shows all the time. */
const OPEN: readonly (readonly [path: string, shows: string])[] = [
  ...KEPT,
  ['/runs', '.run-row .why-code'],
  ['/failures', '.failure-title'],
  ['/runs/1/why', '.code .proof'],
  ['/runs/1/story', '.turn, .empty'],
  ['/runs/1/changes', '.diff, .empty'],
  ['/runs/1/log', '.log-line'],
  ['/runs/1/facts', '.facts'],
  ['/tasks/1', '.verdict'],
  ['/sessions', 'a.session-row'],
  [`/sessions/${uuid(1)}`, '.verdict'],
  [`/cards?card=${LOCKS}`, 'dialog'],
  ['/nodes', '.empty, table'],
]

test.skipIf(hasNoBrowser)('every open page stands through an outage', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Sort the list', '--attempts', '1', '--', './fails.sh')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  await using home = await sessionHome()
  home.claude(1, asked('One.'), limited())
  const env = { ...home.env, MAYDAY_DIR: '' }
  const words = ['board', '--no-open', '--json', '--port']
  const board = await servedBy(project.start([...words, '0'], env))
  const { page: first, complaints } = await browser.open(board, '/failures')
  const failure = (await first.locator('.failure-title').first().getAttribute('href')) ?? ''
  const places = [...OPEN, [failure, '.code .proof'] as const]
  const pages = []
  for (const [path, shows] of places) {
    const page = await first.context().newPage()
    await page.goto(new URL(path, first.url()).href)
    await page.locator('.connection.is-live').waitFor()
    await page.locator(shows).first().waitFor()
    pages.push({ path, page, content: page.locator(shows).first() })
  }
  await stop(board)
  for (const { path, page, content } of pages) {
    await page.locator('.connection.is-lost').waitFor()
    expect([path, await content.isVisible()]).toEqual([path, true])
  }
  await servedBy(project.start([...words, String(board.port)], env))
  for (const { page, content } of pages) {
    await page.locator('.connection.is-live').waitFor()
    await content.waitFor()
    await expect.poll(() => page.locator('.trouble').count()).toBe(0)
  }
  expect(complaints.filter((one) => !/ERR_|Failed to load/.test(one))).toEqual([])
})

test.skipIf(hasNoBrowser)('an open page shows what an outage changed', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  const board = await serveBoard(project)
  const { page } = await browser.open(board, '/runs/1')
  await page.locator('.verdict').waitFor()
  await stop(board)
  await page.locator('.connection.is-lost').waitFor()
  // The row of the task stays as it is: only the answer for the run says this.
  await project.say('correct', '1', '--reason', 'TESTS_FAILED', '--note', 'seen by a person')
  await serveBoard(project, board.port)
  await page.locator('.corrected', { hasText: 'seen by a person' }).waitFor()
})

test.skipIf(hasNoBrowser)('a failed page asks again by itself', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project))
  await page.locator('.connection.is-live').waitFor()
  let refused = 0
  // The connection for events stays: nothing but the question itself is lost.
  await page.route('**/api/v1/failures*', async (route) => {
    refused += 1
    await (refused > 2 ? route.continue() : route.abort())
  })
  await page.evaluate("location.hash = '#/failures'")
  await page.locator('.failure-title').waitFor()
  expect(refused).toBeGreaterThan(2)
  await page.unroute('**/api/v1/failures*')
  await page.route('**/api/v1/runs?*', (route) => route.abort())
  await page.evaluate("location.hash = '#/runs'")
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/api/v1/runs?*')
  await again.click()
  await page.locator('.run-row .why-code').waitFor()
})

/** The answers come at once, and their bodies later: what is left by then is given up in the middle of a body. */
const SLOW_BODIES = `(() => {
  const real = window.fetch
  window.fetch = async (...words) => {
    const answer = await real(...words)
    const read = answer.json.bind(answer)
    answer.json = async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return read()
    }
    return answer
  }
})()`

test.skipIf(hasNoBrowser)('a question given up is no error', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  for (const _ of [1, 2]) await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  const { page, complaints } = await browser.open(await serveBoard(project))
  await page.locator('.connection.is-live').waitFor()
  await page.evaluate(SLOW_BODIES)
  for (const run of [1, 2, 1, 2]) {
    const answered = page.waitForResponse((response) => response.url().endsWith(`/runs/${run}`))
    await page.evaluate(`location.hash = '#/?open=run/${run}'`)
    await answered
  }
  await page.locator('.crumb', { hasText: 'Run 2' }).waitFor()
  await page.locator('.code .proof').waitFor()
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('a server slower than the questions of a page still answers', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project), '/work')
  // The page asks every 5 s.
  await page.route('**/api/v1/nodes', async (route) => {
    await new Promise((done) => setTimeout(done, 6000))
    await route.continue()
  })
  await page.evaluate(go('/nodes'))
  await page.locator('.empty', { hasText: 'This project is on one machine' }).waitFor()
})

test.skipIf(hasNoBrowser)('code that an outage kept from loading is loaded afterwards', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project)
  const { page } = await browser.open(board, '/work')
  // The code of the page is asked for while nothing answers.
  await page.route('**/nodes-page-*.js', (route) => route.abort('connectionrefused'))
  await page.reload()
  await page.locator('.connection.is-live').waitFor()
  await page.evaluate(go('/nodes'))
  await page.locator('.trouble', { hasText: 'could not be loaded' }).waitFor()
  await page.unroute('**/nodes-page-*.js')
  await page.locator('.empty', { hasText: 'This project is on one machine' }).waitFor()
})
