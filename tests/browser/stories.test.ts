/** The second and third job of the page as stories: by keyboard only, and on a phone. The first is in needs-you.test.ts. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cardProject, type CardProject } from '../card-project.ts'
import { inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const PHONE = { width: 400, height: 800 }

const statusOf = (project: CardProject, task: number): string | undefined =>
  inStore(project, (store) => store.task(task)?.status)

const isWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** By its name, in the palette. */
async function command(page: Page, name: string): Promise<void> {
  await press(page, 'Control+k')
  await page.locator('dialog input:focus').waitFor()
  await page.keyboard.type(name)
  await page.locator('dialog [role="option"][aria-selected="true"]', { hasText: name }).waitFor()
  await press(page, 'Enter')
}

/** What is going on: two tasks run until a file is there, one waits for its turn. */
async function working(): Promise<CardProject> {
  const project = await cardProject()
  for (const title of ['Draw the invoice', 'Sort the list', 'Count the stock'])
    await project.say(
      'add',
      title,
      '--parallel',
      '--no-expect-changes',
      '--',
      'sh',
      '-c',
      'echo reading; while [ ! -e go-on ]; do sleep 0.1; done',
    )
  return project
}

test.skipIf(hasNoBrowser)('what is going on, seen and changed by keyboard', async () => {
  await using project = await working()
  await using browser = await TestBrowser.start()
  const { page, complaints } = await browser.open(await serveBoard(project), '/')
  await press(page, 'g', 'w')
  await page.locator('.tile.is-queued').first().waitFor()
  // The scheduler is started by its name, and its limit is raised.
  await command(page, 'Start the scheduler')
  await page.locator('.tile.is-running').waitFor()
  await command(page, 'Run 2 at once')
  await expect.poll(() => page.locator('.tile.is-running').count()).toBe(2)
  const first = page.locator('.tile.is-running').first()
  await expect.poll(() => first.locator('.say').textContent()).toContain('reading')
  // The task that waits is skipped and comes back.
  while ((await page.locator('.tile.is-queued a:focus').count()) === 0) await press(page, 'j')
  await press(page, 'x')
  await command(page, 'Skip: 1 selected')
  await page.locator('.tile.is-skipped').waitFor()
  await press(page, 'z')
  await page.locator('.tile.is-queued').waitFor()
  // Enter opens the live run, 4 its log.
  while ((await page.locator('.tile.is-running a:focus').count()) === 0) await press(page, 'k')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'It is running' }).waitFor()
  await page.getByText(/^Agent, for \d/).waitFor()
  await press(page, '4')
  await page.locator('.log-line', { hasText: 'reading' }).waitFor()
  project.write('go-on', '')
  await press(page, 'g', 'w')
  await expect.poll(() => page.locator('.tile.is-succeeded').count(), { timeout: 30_000 }).toBe(3)
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('what is going on, on a phone', async () => {
  await using project = await working()
  await using browser = await TestBrowser.start()
  const { page, complaints } = await browser.open(await serveBoard(project), '/', PHONE)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Work' }).click()
  await page.getByRole('button', { name: 'Start the scheduler' }).click()
  const running = page.locator('.tile.is-running')
  await running.waitFor()
  // Title, agent and last words are whole.
  await expect.poll(() => running.locator('.say').textContent()).toContain('reading')
  for (const part of ['.title a', '.c-a', '.say .cut'])
    expect(await running.locator(part).evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true)
  expect(await isWide(page)).toBe(false)
  await page.getByLabel('Select #3').check()
  await page.getByRole('toolbar', { name: '1 selected' }).getByRole('button', { name: 'Skip' }).click()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statusOf(project, 3)).toBe('queued')
  project.write('go-on', '')
  await expect.poll(() => page.locator('.tile.is-succeeded').count(), { timeout: 30_000 }).toBe(3)
  expect(complaints).toEqual([])
})

/** Why, and what did it do: the first attempt breaks a test, and a person knows why. */
const AGENT = `#!/bin/sh
echo "I look at the login."
case "$1" in *hooks.py*) echo fixed > login.py;; *) echo broken > login.py;; esac
`

async function failed(): Promise<CardProject> {
  const project = await cardProject()
  project.write('agent.sh', AGENT)
  const verify = 'grep -q fixed login.py || { echo "1 failed, 7 passed in 0.42s"; exit 1; }'
  await project.say(
    'add',
    'Fix the login',
    '--attempts',
    '1',
    '--verify',
    verify,
    '--',
    'sh',
    'agent.sh',
    '{prompt}',
  )
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  return project
}

test.skipIf(hasNoBrowser)('why it failed and what it did, by keyboard', async () => {
  await using project = await failed()
  await using browser = await TestBrowser.start()
  const { page, complaints } = await browser.open(await serveBoard(project), '/')
  await page.locator('.item').waitFor()
  await press(page, 'j')
  await page.locator('.item a:focus').waitFor()
  await press(page, 'Enter')
  await page.locator('.verdict').waitFor()
  await page.locator('.code .proof', { hasText: '1 failed, 7 passed' }).waitFor()
  await press(page, '2')
  await page.getByText('I look at the login.').first().waitFor()
  await press(page, '3')
  await page.locator('.diff', { hasText: 'broken' }).waitFor()
  await press(page, '4')
  await page.locator('.log-line.is-wanted', { hasText: '1 failed' }).waitFor()
  await press(page, '5')
  await page.getByRole('heading', { name: 'Prompt' }).waitFor()
  // Back and forward go through the tabs.
  await page.goBack()
  await page.waitForURL(/\/log/)
  await press(page, '1')
  await page.locator('.verdict').waitFor()
  await command(page, 'Retry with a hint')
  await page.getByRole('dialog', { name: /with a hint/ }).waitFor()
  await page.keyboard.type('It is in hooks.py.')
  await press(page, 'Tab', 'Tab', 'Enter')
  await expect.poll(() => statusOf(project, 1), { timeout: 30_000 }).toBe('succeeded')
  expect(project.read('login.py')).toBe('fixed\n')
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('why it failed and what it did, on a phone', async () => {
  await using project = await failed()
  await using browser = await TestBrowser.start()
  const { page, complaints } = await browser.open(await serveBoard(project), '/', PHONE)
  await page.getByRole('link', { name: /Fix the login/ }).click()
  await page.locator('.code .proof', { hasText: '1 failed, 7 passed' }).waitFor()
  for (const [tab, seen] of [
    ['Story', 'text=I look at the login.'],
    ['Changes', '.diff .code'],
    ['Log', '.log-line.is-wanted'],
    ['Facts', 'h2:text("Prompt")'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Run 1' }).getByRole('link', { name: tab }).click()
    await page.locator(seen).first().waitFor()
    expect(await isWide(page)).toBe(false)
  }
  await page.getByRole('navigation', { name: 'Run 1' }).getByRole('link', { name: 'Why' }).click()
  await page.getByRole('textbox').fill('It is in hooks.py.')
  await page.getByRole('button', { name: 'Retry with this hint' }).click()
  await expect.poll(() => statusOf(project, 1), { timeout: 30_000 }).toBe('succeeded')
  // Both attempts are compared, one below the other.
  await page.locator('.cmp-stack', { hasText: 'Attempt 2' }).waitFor()
  expect(complaints).toEqual([])
})
