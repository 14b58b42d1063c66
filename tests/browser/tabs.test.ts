import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

/** A browser opens at most six connections to a server. */
const TABS = 9

test.skipIf(hasNoBrowser)('nine pages of one browser stay alive', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project)
  const { page: first, complaints } = await browser.open(board, '/work')
  const pages = [first]
  while (pages.length < TABS) {
    const page = await first.context().newPage()
    await page.goto(first.url())
    await page.locator('.connection.is-live').waitFor()
    pages.push(page)
  }
  await project.say('add', 'Seen by all', '--', './fails.sh')
  for (const page of pages) await page.getByText('Seen by all').first().waitFor()
  // The page with the connection is closed: another one connects.
  await first.close()
  pages.shift()
  await project.say('add', 'Seen without the first', '--', './fails.sh')
  for (const page of pages) await page.getByText('Seen without the first').first().waitFor()
  // All of them see an outage, and its end.
  board.going.child.kill('SIGINT')
  await board.going.finished
  for (const page of pages) await page.locator('.connection.is-lost').waitFor()
  await serveBoard(project, board.port)
  await project.say('add', 'Seen after the outage', '--', './fails.sh')
  for (const page of pages) await page.getByText('Seen after the outage').first().waitFor()
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('ten visits leave no connection behind', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start({ keepsPages: true })
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  // Whole loads, as with links from outside: the browser puts pages away for "back".
  for (let visit = 0; visit < 10; visit += 1) {
    await goTo(visit % 2 === 0 ? '/runs' : '/cards')
    await page.locator('.connection.is-live').waitFor()
  }
  // A page that was put away is shown again as it was, without a load.
  for (let back = 0; back < 8; back += 1) {
    await page.goBack({ waitUntil: 'commit' })
    // The browser refuses the next step while it still shows the page before.
    await page.locator('.connection.is-live').waitFor()
  }
  await project.say('add', 'Seen after going back', '--', './fails.sh')
  await goTo('/work')
  await page.getByText('Seen after going back').first().waitFor()
})
