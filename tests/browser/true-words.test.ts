/** What the page says about waiting is true, and its reasons can be read at every width. */
import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { agent } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

test.skipIf(hasNoBrowser)('what waits for a login does not start by itself', async () => {
  await using project = await cardProject()
  for (const title of ['Log in', 'Log in too'])
    await project.say('add', title, '--agent', 'claude', '--', 'sh', agent('is-logged-out.sh'), '{prompt}')
  const work = project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  await using browser = await TestBrowser.start()
  const { page, goTo } = await browser.open(await serveBoard(project), '/')
  await page.locator('.item', { hasText: 'not signed in' }).waitFor()
  work.child.kill('SIGINT')
  await work.finished
  await page.getByText('No scheduler').first().waitFor()
  // No hint to the agent signs it in.
  await page.locator('.item .what').click()
  await page.getByRole('heading', { name: 'What now' }).waitFor()
  expect(await page.getByRole('button', { name: 'Retry with this hint' }).count()).toBe(0)
  await page.goBack()
  await page.locator('.item').waitFor()
  // A scheduler would start nothing.
  expect(await page.locator('.gate', { hasText: 'No scheduler' }).count()).toBe(0)
  await goTo('/work')
  await page.getByText('1, until a person helps').waitFor()
  // This one waits for nothing but a scheduler.
  await project.say('add', 'Draw the invoice', '--parallel', '--', './works.sh')
  await page.getByText('2, 1 of them until a person helps').waitFor()
  await goTo('/')
  const bar = page.locator('.gate', { hasText: 'No scheduler runs. 1 task waits for one.' })
  await bar.getByRole('button', { name: 'Start the scheduler' }).click()
  await bar.waitFor({ state: 'detached' })
  await goTo('/work')
  await page.locator('.tile.is-succeeded', { hasText: 'Draw the invoice' }).waitFor()
})

/** Whether the first words end beyond their box: what is behind them may be cut off. */
const HIDES_REASON = `(() => {
  const box = document.querySelector('.tile.is-escalated .say .cut')
  const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  while (text.nextNode() && text.currentNode.length < 16);
  const reason = document.createRange()
  reason.setStart(text.currentNode, 0)
  reason.setEnd(text.currentNode, 'Failed the tests'.length)
  return reason.getBoundingClientRect().right > box.getBoundingClientRect().right + 1
})()`

test.skipIf(hasNoBrowser)('a reason in words begins every failed row', async () => {
  await using project = await cardProject()
  await project.say('add', 'Sort the search results by place', '--attempts', '1', '--', './fails.sh')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  await using browser = await TestBrowser.start()
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  const words = page.locator('.tile.is-escalated .say .cut')
  for (const width of [1440, 1024, 400]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => words.textContent()).toMatch(/^Failed the tests/)
    expect([width, await page.evaluate(HIDES_REASON)]).toEqual([width, false])
  }
  // The link to the saved work leads to it, and not to the top of a long page.
  await goTo('/runs/1/why')
  await page.getByRole('link', { name: 'Go back to one' }).click()
  await page.getByRole('button', { name: 'Restore…' }).first().waitFor()
  await expect
    .poll(() => page.locator('#saved-work h2').evaluate((one) => one.getBoundingClientRect().top))
    .toBeLessThan(900)
  // All tabs of a run are on a phone's screen.
  await goTo('/runs/1/facts')
  const tabs = page.getByRole('navigation', { name: 'Run 1' }).getByRole('link')
  await expect.poll(() => tabs.count()).toBe(5)
  const ends = await tabs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(Math.max(...ends)).toBeLessThanOrEqual(400)
})

test.skipIf(hasNoBrowser)('a number of five digits is whole', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  for (const [path, cell] of [
    ['/work', '.tile .c-id'],
    ['/runs', 'a.run-row .c-run'],
  ] as const) {
    await goTo(path)
    const number = page.locator(cell).first()
    await number.waitFor()
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      const isCut = `(() => {
        const one = document.querySelector('${cell}')
        one.textContent = '88888'
        return one.scrollWidth > one.clientWidth
      })()`
      expect([path, width, await page.evaluate(isCut)]).toEqual([path, width, false])
    }
  }
})

test.skipIf(hasNoBrowser)('the words in every empty field are whole', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  /** The width of its words, drawn with the font of the field. */
  const cut = `[...document.querySelectorAll('input[placeholder]')].filter((one) => {
    const style = getComputedStyle(one)
    const pen = document.createElement('canvas').getContext('2d')
    pen.font = style.font
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    return room > 0 && pen.measureText(one.placeholder).width > room
  }).map((one) => one.placeholder)`
  for (const width of [1440, 1024, 400]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      '/work',
      '/runs',
      '/failures',
      '/cards',
      '/sessions',
      '/runs/1/log',
      '/runs/1/story',
    ]) {
      await goTo(path)
      await page.waitForTimeout(300)
      expect.soft([path, width, await page.evaluate(cut)]).toEqual([path, width, []])
    }
    await page.keyboard.press('Control+k')
    await page.locator('dialog input').waitFor()
    expect.soft(['palette', width, await page.evaluate(cut)]).toEqual(['palette', width, []])
    await page.keyboard.press('Escape')
  }
})
