import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'
import { lookWell } from './look-well.ts'

/** Opens the palette and types into it. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('dialog.palette input:focus').waitFor()
  await page.keyboard.type(words)
}

test.skipIf(hasNoBrowser)('the palette finds and opens everything by keys', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Mend the parser', '--attempts', '1', '--', './fails.sh')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page, goTo, shoot, complaints } = await browser.open(await serveBoard(project), '/sessions')
  const palette = page.locator('dialog.palette')
  const open = (words: string): Promise<void> => find(page, words)
  const marked = page.locator('.option[aria-selected=true]')
  /** Goes down to the option, and takes it. */
  const take = async (name: RegExp | string): Promise<void> => {
    await page.locator('.option', { hasText: name }).first().waitFor()
    for (let tries = 0; tries < 30; tries += 1) {
      if ((await marked.filter({ hasText: name }).count()) > 0) break
      await page.keyboard.press('ArrowDown')
    }
    await marked.filter({ hasText: name }).waitFor()
    await page.keyboard.press('Enter')
    await palette.waitFor({ state: 'detached' })
  }
  await open('parser')
  await lookWell(page, shoot, 'palette')
  await take('Mend the parser')
  await page.waitForURL(/\/runs\/1\/why$/)
  await open('run 1')
  await take('Run 1: Mend the parser')
  await page.waitForURL(/\/runs\/1\/why$/)
  await open('failure')
  await take(/1 run$/)
  await page.waitForURL(/\/failures\/\w+/)
  await page.locator('.run-acts').waitFor()
  await open('acknowledge')
  await take('Acknowledge this failure')
  await page.locator('.head .tag', { hasText: 'Acknowledged' }).waitFor()
  await open('locks')
  await take('5.2-locks.md')
  await page.waitForURL(/\/cards\?card=/)
  await page.locator('dialog[open]', { hasText: '5.2-locks.md' }).waitFor()
  await page.keyboard.press('Escape')
  await open('nodes')
  await take('Nodes')
  await page.waitForURL(/\/nodes$/)
  await open('theme dark')
  await take('Theme: dark')
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await open('nothing is called like this')
  await palette.getByText('Nothing fits').waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await goTo('/work')
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('the palette acts on the selected task first', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  for (const name of ['One', 'Two', 'Three'])
    await project.say('add', name, '--attempts', '1', '--', './fails.sh')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/work')
  const status = (task: number): string => inStore(project, (store) => store.task(task)?.status ?? 'none')
  await page.locator('[data-task="1"]').waitFor()
  await page.keyboard.press('j')
  const at = Number(await page.locator('[data-task]:focus-within').getAttribute('data-task'))
  await page.keyboard.press('Control+k')
  await page.locator('.palette-list [role=group]').first().getByText('Retry with a hint').waitFor()
  await page.keyboard.type('skip')
  await page.keyboard.press('Enter')
  await page.locator('.toast', { hasText: 'is skipped' }).waitFor()
  expect(status(at)).toBe('skipped')
  await find(page, 'undo')
  await page.keyboard.press('Enter')
  await expect.poll(() => status(at)).toBe('escalated')
  // The cursor went on to the next row. Several at once: x and Shift+x, then by name.
  await page.locator('[data-task]:focus-within').waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.locator('.bulk', { hasText: '2 selected' }).waitFor()
  await find(page, 'done 2 selected')
  await page.keyboard.press('Enter')
  await page.locator('.toast', { hasText: '2 tasks are done' }).waitFor()
  expect([1, 2, 3].filter((task) => status(task) === 'succeeded').length).toBe(2)
})

test.skipIf(hasNoBrowser)('Ctrl K works while typing, and adds a task', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project), '/work')
  await page.keyboard.press('/')
  await page.keyboard.type('x')
  await find(page, 'add a task')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Add a task' }).waitFor()
  expect(page.url()).toContain('add=task')
  await page.goBack()
  await page.getByRole('dialog', { name: 'Add a task' }).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('find anything').waitFor()
})
