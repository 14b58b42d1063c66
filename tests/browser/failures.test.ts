/** The failures of a real project, from the list to the deed. */
import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { testProject } from '../running-mayday.ts'
import { inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser, type ServedBoard } from './board-page.ts'
import { lookWell } from './look-well.ts'

const FAILS = ['--attempts', '1', '--', './fails.sh', '{prompt}'] as const

async function stop({ going }: ServedBoard): Promise<void> {
  going.child.kill('SIGINT')
  await going.finished
}

test.skipIf(hasNoBrowser)('one cause of two tasks is retried at once', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  for (const name of ['First', 'Second']) await project.say('add', name, ...FAILS)
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page, complaints } = await browser.open(await serveBoard(project), '/failures')
  await page.locator('.failure-title').click()
  await page.locator('.stats', { hasText: '2 times' }).waitFor()
  await page.getByRole('button', { name: 'Retry all 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retry all 2?' })
  await expect.poll(() => dialog.locator('.touched li').allInnerTexts()).toEqual(['#1 First', '#2 Second'])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(inStore(project, (store) => store.countRuns({}))).toBe(2)
  await page.getByRole('button', { name: 'Retry all 2' }).click()
  await dialog.getByRole('button', { name: 'Retry all 2' }).click()
  await page.locator('.toast', { hasText: '2 tasks are tried again.' }).waitFor()
  await page.locator('.stats', { hasText: '4 times' }).waitFor()
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('acknowledging and correcting a failure are undone', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/failures')
  await page.locator('.failure-title').click()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.locator('.tag', { hasText: 'Acknowledged' }).waitFor()
  await page.keyboard.press('z')
  await page.locator('.tag', { hasText: 'Open' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Correct the reason of 1 run…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('DISK_FULL')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.locator('.failures .why-code', { hasText: 'DISK_FULL' }).waitFor()
  await page.keyboard.press('z')
  await page.locator('.failures .why-code', { hasText: 'TESTS_FAILED' }).waitFor()
})

test.skipIf(hasNoBrowser)('every page comes alive after an outage', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  const key = inStore(project, (store) => store.causes()[0]?.cause ?? '')
  const places = [
    ['/failures', '.failure-title'],
    [`/failures/${key}`, '.stats'],
    ['/runs?status=failed', '.run-row .why-code'],
    ['/sessions', '.head [role=status]'],
    ['/nodes', '.empty'],
    ['/cards', '.tile-new'],
  ] as const
  let board = await serveBoard(project)
  for (const [path, shows] of places) {
    const { page } = await browser.open(board, path)
    // Before, the page says that it connects.
    await page.locator('.connection.is-live').waitFor()
    await page.locator(shows).first().waitFor()
    await stop(board)
    await page.locator('.connection.is-lost').waitFor()
    // What was there stays readable.
    expect([path, await page.locator(shows).count()]).not.toEqual([path, 0])
    board = await serveBoard(project, board.port)
    await page.locator('.connection.is-live').waitFor()
    await page.locator('.trouble').waitFor({ state: 'detached' })
    await page.locator(shows).first().waitFor()
  }
})

test.skipIf(hasNoBrowser)('lists and their pages look well everywhere', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project, 0, '--demo')
  const { page, goTo, shoot, complaints } = await browser.open(board, '/failures')
  const open = async (name: string, path: string, shows: string): Promise<void> => {
    await goTo(path)
    await page.locator(shows).first().waitFor()
    await lookWell(page, shoot, name)
  }
  await open('failures', '/failures?state=all', '.failure-title')
  await open('failure', (await page.locator('.failure-title').first().getAttribute('href')) ?? '', '.stats')
  await open('runs', '/runs', '.run-row .why-code')
  await open('cards', '/cards', '.tile-new')
  await open('sessions', '/sessions', '.session-row .why-code')
  await open('session', (await page.locator('a.session-row').first().getAttribute('href')) ?? '', '.verdict')
  await open('nodes', '/nodes', '.empty')
  expect(complaints).toEqual([])
})
