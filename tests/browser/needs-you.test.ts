import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cardProject, type CardProject } from '../card-project.ts'
import { agent, inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'
import { lookWell, violations } from './look-well.ts'

/** Fails, unless somebody says where to look. It keeps each prompt. */
const NEEDS_A_HINT = `#!/bin/sh
printf '%s\\n=====\\n' "$1" >> prompts.txt
case "$1" in *hooks.py*) echo done > made; exit 0;; esac
echo "[MAYDAY_FAILURE:TESTS_FAILED]"
exit 1
`

async function failedTasks(...titles: string[]): Promise<CardProject> {
  const project = await cardProject()
  project.write('needs-a-hint.sh', NEEDS_A_HINT)
  for (const title of titles)
    await project.say('add', title, '--attempts', '1', '--', 'sh', 'needs-a-hint.sh', '{prompt}')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  return project
}

const items = (page: Page): ReturnType<Page['locator']> => page.locator('.item')

test.skipIf(hasNoBrowser)('from the first look to the deed, by keyboard', async () => {
  await using project = await failedTasks('Move the login', 'Sort the results')
  await using browser = await TestBrowser.start()
  const { page, shoot, complaints } = await browser.open(await serveBoard(project), '/')
  await expect.poll(() => items(page).count()).toBe(2)
  // The advice and the button say the same, and only one button of the page is filled.
  const first = items(page).filter({ hasText: 'Move the login' })
  expect(await first.locator('.todo').textContent()).toBe('Say what it missed')
  expect(await first.locator('.do button').textContent()).toBe('Retry with a hint')
  expect(await page.locator('.b.main').count()).toBe(1)
  await lookWell(page, shoot, 'needs-you')
  while (!(await first.locator('a:focus').count())) await page.keyboard.press('j')
  await page.keyboard.press('d')
  await page.getByRole('dialog', { name: /with a hint/ }).waitFor()
  await page.keyboard.type('The redirect is in hooks.py.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // A real worker gets the hint, and does the task.
  await expect.poll(() => items(page).count(), { timeout: 30_000 }).toBe(1)
  await expect
    .poll(() => inStore(project, (store) => store.task(1)?.status), { timeout: 30_000 })
    .toBe('succeeded')
  expect(project.read('prompts.txt')).toContain('adds:\nThe redirect is in hooks.py.')
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('a skip on a phone can be undone', async () => {
  await using project = await failedTasks('Move the login')
  await using browser = await TestBrowser.start()
  const look = { width: 400, height: 800 }
  const { page, shoot } = await browser.open(await serveBoard(project), '/', look)
  const menu = page.getByRole('button', { name: 'More for Move the login' })
  await menu.click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Skip (can be undone)' }).click()
  await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor()
  await shoot('needs-you-undo-400')
  await page
    .locator('.toast', { hasText: '“Move the login” is skipped.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await menu.waitFor()
  expect(inStore(project, (store) => store.task(1)?.status)).toBe('escalated')
  // The same with done, and the key.
  await menu.click()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await page.locator('.toast', { hasText: 'is done.' }).waitFor()
  await page.keyboard.press('z')
  await menu.waitFor()
  expect(inStore(project, (store) => store.task(1)?.status)).toBe('escalated')
})

test.skipIf(hasNoBrowser)('another agent takes over when asked', async () => {
  await using project = await failedTasks('Move the login')
  project.write('mayday.yaml', 'agents:\n  other:\n    command: [sh, other.sh, "{prompt}"]\n')
  project.write('other.sh', 'echo done > made-by-other\n')
  await project.mayday(['config', '--trust'], { MAYDAY_DIR: '' })
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project, 0, '--trust'), '/')
  await page.getByRole('button', { name: 'More for Move the login' }).click()
  await page.getByRole('button', { name: 'Ask another agent…' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('other')
  await page.getByRole('button', { name: 'Ask this agent' }).click()
  await expect
    .poll(() => inStore(project, (store) => store.task(1)?.status), { timeout: 30_000 })
    .toBe('succeeded')
  expect(inStore(project, (store) => store.runsOf(1).at(-1)?.agent)).toBe('other')
})

test.skipIf(hasNoBrowser)('a login that fails shows the command to copy', async () => {
  await using project = await cardProject()
  for (const title of ['Log in', 'Log in too'])
    await project.say('add', title, '--agent', 'claude', '--', 'sh', agent('is-logged-out.sh'), '{prompt}')
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  await using browser = await TestBrowser.start()
  const { page, shoot } = await browser.open(await serveBoard(project), '/')
  const item = items(page).first()
  await item.locator('.cmd code', { hasText: /claude/ }).waitFor()
  expect(await item.locator('.todo').textContent()).toBe('Sign in, then let Mayday check')
  expect(await item.locator('.do button').textContent()).toBe('Check and resume')
  await shoot('needs-you-login')
})

test.skipIf(hasNoBrowser)('a pause is one bar with what it holds up', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const limited = ['--agent', 'claude', '--', 'sh', agent('hits-a-limit.sh'), '7200', '{prompt}']
  for (const title of ['One', 'Two']) await project.say('add', title, ...limited)
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/')
  const bar = page.locator('.gate', { hasText: 'usage limit' })
  await bar.filter({ hasText: '2 tasks wait' }).waitFor()
  await bar.getByRole('button', { name: 'Resume now' }).click()
  // Several tasks may start: they are named first.
  await page.getByRole('dialog').getByText('One of them tries at once').waitFor()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.locator('.toast', { hasText: 'The pause is over' }).waitFor()
})
