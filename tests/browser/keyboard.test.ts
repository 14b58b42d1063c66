import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

test.skipIf(hasNoBrowser)('r leaves an older run alone', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Try me', '--attempts', '2', '--', './fails.sh', '{prompt}')
  for (const _ of [1, 2]) await project.mayday(['run', '--task', '1'], { MAYDAY_DIR: '' })
  const runs = inStore(project, (store) => store.runsOf(1).length)
  expect(runs).toBeGreaterThan(1)
  const { page, goTo } = await browser.open(await serveBoard(project), '/runs')
  await page.locator('.run-row .why-code').first().waitFor()
  for (let i = 0; i < runs; i += 1) await page.keyboard.press('j')
  await page.locator('[data-run="1"]:focus').waitFor()
  await page.keyboard.press('r')
  const said = page.locator('.toast', { hasText: `Run 1 is not the newest run of task 1: run ${runs} is.` })
  await said.waitFor()
  await said.getByRole('button', { name: 'Close this message' }).click()
  await goTo('/runs/1/why')
  await page.locator('.verdict').waitFor()
  await page.keyboard.press('r')
  await said.waitFor()
  await page.getByText('This is an older run of the task.').waitFor()
  expect(await page.locator('.run-acts').getByRole('button', { name: 'Retry' }).count()).toBe(0)
  expect(inStore(project, (store) => store.runsOf(1).length)).toBe(runs)
  await goTo('/tasks/1')
  await page.waitForURL(new RegExp(`/runs/${runs}/why$`))
  await page.getByRole('group', { name: 'Actions' }).getByRole('button').first().waitFor()
})

test.skipIf(hasNoBrowser)('the focus stays with a row that moves', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Move me', '--attempts', '1', '--', './fails.sh')
  const { page } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile.is-queued').waitFor()
  await page.keyboard.press('j')
  await page.locator('.tile a:focus').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  await page.locator('.tile .reason').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.tile a:focus', { hasText: 'Move me' }).waitFor()
})

test.skipIf(hasNoBrowser)('the cursor goes on when its row is done', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  for (const name of ['One', 'Two', 'Three'])
    await project.say('add', name, '--attempts', '1', '--', './fails.sh')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/')
  await page.locator('.item').nth(2).waitFor()
  await page.keyboard.press('j')
  const names = await page.locator('.item .what').allTextContents()
  await page.locator('.item a:focus', { hasText: names[0] ?? '' }).waitFor()
  await page.keyboard.press('.')
  await page.locator('.menu li button', { hasText: 'Mark as done' }).click()
  await page.locator('.item a:focus', { hasText: names[1] ?? '' }).waitFor()
})

test.skipIf(hasNoBrowser)('going through matches leaves no history', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', 'sh', '-c', 'seq 1 300; exit 3'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/runs/1/log?at=start')
  await page.locator('.log-line').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('77')
  await page.keyboard.press('Enter')
  const found = page.locator('.log-search output')
  await expect.poll(() => found.textContent()).toBe('1 of 3 matches')
  await page.keyboard.press('Escape')
  const before: unknown = await page.evaluate('history.length')
  for (const [key, at] of [
    ['n', 2],
    ['n', 3],
    ['p', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => found.textContent()).toBe(`${at} of 3 matches`)
  }
  await page.locator('.log-line.is-wanted', { hasText: '177' }).waitFor()
  expect(await page.evaluate('history.length')).toBe(before)
})
