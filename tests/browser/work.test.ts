import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { exampleIntent, exampleTask } from '../examples/records.ts'
import { inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'
import { longestTask } from './longest-task.ts'
import { lookWell } from './look-well.ts'

const WAITS = ['--', './lasts.sh', '{prompt}']

test.skipIf(hasNoBrowser)('the scheduler is started and stopped from the page', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Go on', ...WAITS)
  const board = await serveBoard(project)
  const { page, shoot, complaints } = await browser.open(board, '/work')
  await page.getByRole('button', { name: 'Start the scheduler' }).click()
  await page.locator('.tile.is-running').waitFor()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.locator('.seg', { hasText: '2 at once' }).waitFor()
  await lookWell(page, shoot, 'work')
  await page.getByRole('button', { name: 'Stop the scheduler' }).click()
  await page.getByRole('button', { name: 'Finish what runs, then stop' }).click()
  await page.getByRole('dialog').getByText('“Go on” (#1)').waitFor()
  await page.getByRole('button', { name: 'Finish and stop' }).click()
  await page.locator('.toast', { hasText: 'starts nothing new' }).waitFor()
  project.write('go-on', '')
  await page.locator('.tile.is-succeeded').waitFor()
  await page.getByRole('button', { name: 'Start the scheduler' }).waitFor()
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('a task is added and many are skipped at once', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  for (const title of ['One', 'Two']) await project.say('add', title, ...WAITS)
  const { page, shoot } = await browser.open(await serveBoard(project), '/work')
  await page.locator('[data-task="1"]').waitFor()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Add a task' })
  await dialog.getByLabel('What to do').fill('Three')
  // What mayday.yaml does not say is asked for.
  expect(await dialog.getByRole('button', { name: 'Add the task' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Agent').selectOption('claude')
  await dialog.getByLabel('Attempts').fill('2')
  await dialog.getByRole('button', { name: 'Add the task' }).click()
  await page.locator('.tile', { hasText: 'Three' }).waitFor()
  expect(inStore(project, (store) => store.task(3))).toMatchObject({
    prompt: 'Three',
    agent: 'claude',
    budget: { attempts: 2 },
  })
  await page.keyboard.press('j')
  await page.locator('.tile a:focus', { hasText: 'One' }).waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.locator('.tile a:focus', { hasText: 'Three' }).waitFor()
  await page.keyboard.press('X')
  await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
  await shoot('work-selected')
  await page.getByRole('toolbar').getByRole('button', { name: 'Skip' }).click()
  await page.locator('.toast', { hasText: '3 tasks are skipped.' }).waitFor()
  await expect.poll(() => page.locator('.tile.is-skipped').count()).toBe(3)
  await page.keyboard.press('z')
  await expect.poll(() => page.locator('.tile.is-queued').count()).toBe(3)
  // Columns or list: it is remembered.
  await page.keyboard.press('v')
  await page.locator('.lane', { hasText: 'Queued' }).waitFor()
  await lookWell(page, shoot, 'work-columns')
  await page.reload()
  await page.locator('.lane', { hasText: 'Queued' }).waitFor()
})

/** What a person notices. */
const LONG_MS = 50

test.skipIf(hasNoBrowser)('500 tasks, 200 of them live, scroll without a long task', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  inStore(project, (store) => {
    for (let i = 1; i <= 500; i += 1) {
      const { task } = store.addTask(exampleTask({ title: `Task ${i}` }), new Date().toISOString())
      if (i > 200) continue
      store.begin(exampleIntent({ task, runId: `0b8f3d4e-6f2a-4c61-9a7e-${String(i).padStart(12, '0')}` }))
      store.move(task, 'start', { at: new Date().toISOString() })
    }
  })
  const { page } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile').nth(10).waitFor()
  expect(await page.locator('.tile').count()).toBeLessThan(80)
  const first = await page.locator('.tile').first().textContent()
  const longestMs = await longestTask(page, async () => {
    for (let i = 0; i < 20; i += 1) await page.mouse.wheel(0, 700)
    // The rows change while somebody scrolls.
    for (let round = 0; round < 5; round += 1) {
      inStore(project, (store) => {
        for (let i = 1; i <= 40; i += 1)
          store.move(200 + round * 40 + i, 'skip', { at: new Date().toISOString() })
      })
      await page.evaluate(`scrollTo(0, ${round % 2 === 0 ? 1e6 : 0})`)
      await page.waitForTimeout(700)
    }
  })
  await page.evaluate('scrollTo(0, 1e6)')
  await expect.poll(() => page.locator('.tile').first().textContent()).not.toBe(first)
  expect(await page.locator('.tile').count()).toBeLessThan(80)
  process.stdout.write(`longest task of the page: ${longestMs.toFixed(1)} ms of processor time\n`)
  expect(longestMs).toBeLessThan(LONG_MS)
})

test.skipIf(hasNoBrowser)('a taller window shows more rows at once', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  inStore(project, (store) => {
    for (let i = 1; i <= 90; i += 1)
      store.addTask(exampleTask({ title: `Task ${i}` }), new Date().toISOString())
  })
  const { page } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile').nth(10).waitFor()
  await page.setViewportSize({ width: 1440, height: 2000 })
  const last = page.locator('.tile').last()
  await expect.poll(async () => (await last.boundingBox())?.y ?? 0).toBeGreaterThan(2000)
})

test.skipIf(hasNoBrowser)('an undo leaves alone what was refused', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  for (const title of ['Draw', 'Sort', 'Count']) await project.say('add', title, '--', './works.sh')
  const { page } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile').nth(2).waitFor()
  // Somebody else is faster: it is done by now.
  await page.route('**/tasks/2/skip', async (route) => {
    await project.mayday(['run', '--task', '2'], { MAYDAY_DIR: '' })
    await route.continue()
  })
  for (const task of [1, 2, 3]) await page.getByLabel(`Select #${task}`).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Skip' }).click()
  await page.locator('.toast-error', { hasText: 'Task 2' }).waitFor()
  await page.locator('.toast', { hasText: '2 tasks are skipped.' }).waitFor()
  await page.keyboard.press('z')
  await page.locator('.toast', { hasText: '2 actions taken back.' }).waitFor()
  const statuses = [1, 2, 3].map((task) => inStore(project, (store) => store.task(task)?.status))
  expect(statuses).toEqual(['queued', 'succeeded', 'queued'])
})

test.skipIf(hasNoBrowser)('several retries are named before they start', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  for (const title of ['Draw the invoice', 'Sort the list'])
    await project.say('add', title, '--attempts', '1', '--', './fails.sh')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  for (const task of [1, 2]) await page.getByLabel(`Select #${task}`).check()
  const bar = page.getByRole('toolbar')
  await bar.getByRole('button', { name: 'Retry' }).click()
  const asked = page.getByRole('dialog', { name: 'Retry 2 tasks?' })
  await asked.getByText('“Sort the list” (#2)').waitFor()
  await asked.getByRole('button', { name: 'Close' }).click()
  expect(inStore(project, (store) => store.runsOf(1).length)).toBe(1)
  // So are those that another agent or a hint is for.
  for (const task of [1, 2]) await page.getByLabel(`Select #${task}`).check()
  await bar.getByRole('button', { name: 'With a hint' }).click()
  await page.getByRole('dialog').getByText('Sort the list').waitFor()
  await page.keyboard.press('Escape')
  // A retry with a hint on the page of a run can be taken back too.
  await goTo('/runs/1/why')
  await page.getByRole('textbox').fill('It is in hooks.py.')
  await page.getByRole('button', { name: 'Retry with this hint' }).click()
  await page.locator('.toast').getByRole('button', { name: 'Cancel it' }).waitFor()
})
