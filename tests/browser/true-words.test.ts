/** What the page says about waiting is true, and its reasons can be read at every width. */
import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { agent, inStore } from '../task-repository.ts'
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
  const cut = `[...document.querySelectorAll('input[placeholder], select')].flatMap((one) => {
    const style = getComputedStyle(one)
    const pen = document.createElement('canvas').getContext('2d')
    pen.font = style.font
    const words = one.placeholder ?? one.selectedOptions[0]?.text ?? ''
    const arrow = one.localName === 'select' ? 20 : 0
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow
    return room > 0 && pen.measureText(words).width > room ? [words] : []
  })`
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

/** Ends at its limit of turns, and says so only in a record. */
const OUT_OF_TURNS = `echo '${JSON.stringify({
  type: 'result',
  subtype: 'error_max_turns',
  is_error: true,
  num_turns: 60,
  session_id: '7c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a11',
  total_cost_usd: 1.84,
  permission_denials: [],
  uuid: '7c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a12',
})}'; exit 1`

test.skipIf(hasNoBrowser)('a record is no sentence, and its line is whole', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--agent', 'claude', '--', 'sh', '-c', OUT_OF_TURNS], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/runs/1/why')
  await page.locator('.verdict .why-code', { hasText: 'MAX_TURNS' }).waitFor()
  expect(await page.locator('.verdict p').allTextContents()).not.toContainEqual(expect.stringContaining('"'))
  const proof = page.locator('.code .proof', { hasText: 'error_max_turns' })
  for (const width of [1440, 1024, 400]) {
    await page.setViewportSize({ width, height: 900 })
    const isCut = await proof.evaluate((one) => (one.parentElement?.scrollWidth ?? 0) > one.clientWidth)
    expect([width, isCut]).toEqual([width, false])
  }
})

test.skipIf(hasNoBrowser)('a limit that passes asks for no hint', async () => {
  await using project = await cardProject()
  await project.say(
    'add',
    'Draw the invoice',
    '--agent',
    'claude',
    '--',
    'sh',
    agent('hits-a-limit.sh'),
    '600',
  )
  await project.mayday(['run', '--task', '1', '--no-wait'], { MAYDAY_DIR: '' })
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project), '/runs/1/why')
  await page.locator('.verdict .why-code', { hasText: 'USAGE_LIMIT' }).waitFor()
  await page.getByRole('heading', { name: 'What now' }).waitFor()
  expect(await page.getByRole('button', { name: 'Retry with this hint' }).count()).toBe(0)
})

test.skipIf(hasNoBrowser)('attempts side by side tell how a live one ended', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const twice = 'if [ -e tried ]; then until [ -e go-on ]; do sleep 0.05; done; else touch tried; exit 1; fi'
  await project.say('add', 'Try me', '--no-expect-changes', '--', 'sh', '-c', twice)
  const work = project.start(['run', '--task', '1'], { MAYDAY_DIR: '' })
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  await expect
    .poll(
      () =>
        inStore(project, (store) =>
          store
            .runsOf(1)
            .map(({ status }) => status)
            .join(),
        ),
      {
        timeout: 90_000,
      },
    )
    .toBe('failed,running')
  await goTo('/runs/2/why')
  const compared = page.getByRole('region', { name: 'Attempts compared' })
  await compared.getByText('running', { exact: true }).waitFor()
  project.write('go-on', '')
  await work.finished
  await compared.getByText('running', { exact: true }).waitFor({ state: 'detached' })
  await compared.getByText('Failed for an unknown reason').waitFor()
})

/** What ends beyond the box around it, though nothing scrolls or cuts it off there. */
const STICKS_OUT = `[...document.querySelectorAll('main *')].filter((one) => {
  const style = getComputedStyle(one.parentElement)
  if (style.overflowX !== 'visible' || getComputedStyle(one).position === 'absolute') return false
  const [box, around] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()]
  return box.width > 0 && style.display !== 'contents' && style.display !== 'inline' && box.right > around.right + 1
}).map((one) => one.outerHTML.slice(0, 80))`

test.skipIf(hasNoBrowser)('a very long word covers nothing beside it', async () => {
  await using project = await cardProject()
  const word = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwe'.repeat(4)
  await project.say('add', word, '--attempts', '1', '--', 'sh', '-c', `echo ${word}; exit 3`)
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  await using browser = await TestBrowser.start()
  const { page, goTo } = await browser.open(await serveBoard(project), '/')
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, shows] of [
      ['/', '.item .what'],
      ['/work', '.tile'],
      ['/runs', '.run-row .why-code'],
      ['/runs/1/why', '.verdict'],
      ['/runs/1/facts', '.facts'],
      ['/failures', '.failure-title'],
    ] as const) {
      await goTo(path)
      await page.locator(shows).first().waitFor()
      expect.soft([path, width, await page.evaluate(STICKS_OUT)]).toEqual([path, width, []])
    }
  }
})
