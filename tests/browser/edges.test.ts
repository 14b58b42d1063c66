/** Nothing on a page covers another thing, sticks out, or leads nowhere: what pictures of all pages showed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { testProject } from '../running-mayday.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const overlap = (one: string, other: string): string => `(() => {
  const [a, b] = ['${one}', '${other}'].map((place) => document.querySelector(place).getBoundingClientRect())
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
})()`

async function selectRow(page: Page): Promise<void> {
  await page.locator('.tile input[type=checkbox]').first().check()
  await page.locator('.bulk').waitFor()
}

test.skipIf(hasNoBrowser)('messages cover no bar beside them', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page, goTo } = await browser.open(await serveBoard(project, 0, '--demo'), '/work')
  for (const width of [1440, 1024, 400]) {
    await page.setViewportSize({ width, height: 800 })
    await goTo('/work')
    await page.getByRole('button', { name: 'One more' }).click()
    await page.locator('.toast').first().waitFor()
    expect([width, await page.evaluate(overlap('.toast', '.nav'))]).toEqual([width, false])
    await selectRow(page)
    expect([width, await page.evaluate(overlap('.toast', '.bulk'))]).toEqual([width, false])
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.getByText('Keep the query when login redirects').waitFor()
    const last = '[data-key="task/1"]'
    await expect.poll(() => page.evaluate(overlap(last, '.bulk'))).toBe(false)
  }
})

test.skipIf(hasNoBrowser)('a menu of the bar fits a narrow phone', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project, 0, '--demo'), '/', { width: 360 })
  const menu = page.locator('.top .menu ul')
  for (const name of ['of 2', 'More pages']) {
    await page.getByRole('button', { name }).first().click()
    const box = await menu.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  }
})

test.skipIf(hasNoBrowser)('a card that is gone can be closed', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project, 0, '--demo')
  const { page } = await browser.open(board, '/cards?card=none', { width: 400 })
  await page.getByText('There is no such card on the board.').waitFor()
  // A dialog that has the focus keeps its corners.
  expect(await page.evaluate('getComputedStyle(document.querySelector("dialog")).borderRadius')).toBe('8px')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
})

test.skipIf(hasNoBrowser)('a missing run or task leads on', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page, goTo } = await browser.open(await serveBoard(project, 0, '--demo'), '/runs/999/story')
  await page.getByRole('heading', { name: 'There is no run 999.' }).waitFor()
  await page.getByRole('link', { name: 'All runs' }).waitFor()
  await goTo('/tasks/999')
  await page.getByRole('heading', { name: 'There is no task 999.' }).waitFor()
  await page.getByRole('link', { name: 'All tasks' }).waitFor()
})

test.skipIf(hasNoBrowser)('a filter of an address is said as it is', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page, goTo } = await browser.open(await serveBoard(project, 0, '--demo'), '/runs?since=5d')
  await page.locator('.run-row[data-run]').first().waitFor()
  expect(await page.getByRole('combobox', { name: 'date' }).locator('option:checked').textContent()).toBe(
    'since 5d',
  )
  await goTo('/runs?since=gestern')
  await page.locator('.trouble', { hasText: 'gestern' }).waitFor()
  expect(await page.locator('.row-head').count()).toBe(0)
})

/** The words of commands that are on two lines although one would hold them. */
const BROKEN_WORDS = `[...document.querySelectorAll('.cmd code')].flatMap((code) => {
  const range = document.createRange()
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  const broken = []
  while (texts.nextNode())
    for (const { index, 0: word } of texts.currentNode.data.matchAll(/\\S+/g)) {
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      if (range.getClientRects().length > 1) broken.push(word)
    }
  return broken
})`

test.skipIf(hasNoBrowser)('a command breaks between its words only', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page, goTo } = await browser.open(await serveBoard(project), '/', { width: 400 })
  for (const place of ['/', '/work']) {
    await goTo(place)
    await page.locator('.cmd').first().waitFor()
    expect([place, await page.evaluate(BROKEN_WORDS)]).toEqual([place, []])
  }
})

/** Of the bars to what is behind them; both are opaque. */
const CONTRAST = `(() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const bar = getComputedStyle(document.querySelector('.map a:not(.fail, .wait) i'))
  const behind = getComputedStyle(document.querySelector('.story-map').closest('.panel') ?? document.querySelector('.story-map'))
  const [low, high] = [light(bar.backgroundColor), light(behind.backgroundColor)].sort((a, b) => a - b)
  return bar.opacity * (high + 0.05) / (low + 0.05)
})()`

test.skipIf(hasNoBrowser)('the bars of a story are seen in both themes', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project, 0, '--demo')
  for (const scheme of ['light', 'dark'] as const) {
    const { page } = await browser.open(board, '/runs/37/story', { scheme })
    await page.locator('.map a').first().waitFor()
    expect(await page.evaluate(CONTRAST)).toBeGreaterThanOrEqual(3)
  }
})

test.skipIf(hasNoBrowser)('the first attempt differs from none', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project, 0, '--demo'), '/runs/37/why')
  const ended = page.locator('.cmp tr', { hasText: 'Ended' }).locator('td')
  await ended.first().waitFor()
  expect(await ended.first().locator('b').count()).toBe(0)
})

test.skipIf(hasNoBrowser)('the time of a turn is at the right edge', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project, 0, '--demo'), '/sessions', { width: 400 })
  await page.locator('a.session-row').first().click()
  const row = page.locator('.stack tbody tr').first()
  await row.waitFor()
  const [began, took] = [row.locator('td').nth(1), row.locator('td').nth(4)]
  const rightOf = async (cell: typeof began): Promise<number> => {
    const box = await cell.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  expect(await rightOf(took)).toBeCloseTo(await rightOf(began), 0)
})
