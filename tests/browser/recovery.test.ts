import { chmodSync, copyFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { importedRuns } from '../imported-runs.ts'
import { cardProject, type CardProject } from '../card-project.ts'
import { until } from '../running-mayday.ts'
import { agent, git, inStore } from '../task-repository.ts'
import { choose, confirm, hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const work = (project: CardProject): Promise<unknown> => project.mayday(['work'], { MAYDAY_DIR: '' })

/** Later than any run of a test. */
const LATER = new Date(Date.now() + 3_600_000).toISOString()

const CLAUDE = ['--agent', 'claude', '--', 'sh'] as const

test.skipIf(hasNoBrowser)('Resume continues the session of the last run', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  copyFileSync(agent('runs-out-of-turns.sh'), project.file('claude'))
  chmodSync(project.file('claude'), 0o755)
  await project.say('add', 'Long work', '--attempts', '1', '--', './claude', '-p', '{prompt}', '--verbose')
  await work(project)
  expect(project.read('calls.txt')).toBe('fresh\n')
  const { page } = await browser.open(await serveBoard(project), '/tasks/1')
  await page.locator('.verdict .why-code', { hasText: 'MAX_TURNS' }).waitFor()
  await choose(page, 'Resume its session')
  await page.locator('.toast', { hasText: 'Task 1 continues in the session of run 1.' }).waitFor()
  await page.getByRole('link', { name: 'run 2' }).click()
  await page.locator('.head .tag.ok').waitFor()
  expect(project.read('calls.txt')).toBe('fresh\n--resume 7d2f1c3e-5a4b-4c6d-8e9f-0a1b2c3d4e5f\n')
})

test.skipIf(hasNoBrowser)('Restore is done only when it is confirmed', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  project.write('app.py', 'x = 1\n')
  project.write('.gitignore', '.tried\n__pycache__\n')
  git(project, 'add', 'app.py', '.gitignore')
  git(project, 'commit', '--quiet', '--message=app')
  await project.say(
    'add',
    'Keep it building',
    '--verify',
    'python3 -m py_compile app.py && grep -q feature app.py',
    '--',
    'sh',
    agent('breaks-the-build.sh'),
  )
  await project.mayday(['run', '--task', '1'], { MAYDAY_DIR: '' })
  const kept = 'x = 1\nfeature = True\n'
  expect(project.read('app.py')).toBe(kept)
  const { page, shoot } = await browser.open(await serveBoard(project), '/tasks/1')
  await page.getByRole('link', { name: 'Facts' }).click()
  const saved = page.getByRole('region', { name: 'Saved work' }).locator('li')
  const restore = saved.filter({ hasText: 'before going back' }).getByRole('button', { name: 'Restore' })
  await restore.click()
  const before = await saved.count()
  const dialog = page.getByRole('dialog', { name: /^Restore snapshot \d+\?$/ })
  await dialog.getByText('Their current state is saved first').waitFor()
  await shoot('restore-asks')
  await dialog.getByRole('button', { name: 'Keep things as they are' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(project.read('app.py')).toBe(kept)
  await restore.click()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('.toast', { hasText: 'is restored: 2 files changed' }).waitFor()
  expect(project.read('app.py')).toBe('def broken(:\n')
  // What was there before is a snapshot of its own, shown at once.
  await saved.nth(before).waitFor()
})

test.skipIf(hasNoBrowser)('Skip gives a task up', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Leave me', '--attempts', '1', '--', './fails.sh', '{prompt}')
  await work(project)
  const { page } = await browser.open(await serveBoard(project), '/tasks/1')
  const skip = page.getByRole('button', { name: 'Skip', exact: true })
  await skip.click()
  const said = page.locator('.toast', { hasText: '“Leave me” is skipped.' })
  await said.waitFor()
  await skip.waitFor({ state: 'detached' })
  expect(inStore(project, (store) => store.task(1)?.status)).toBe('skipped')
  await said.getByRole('button', { name: /^Undo/ }).click()
  await skip.waitFor()
  expect(inStore(project, (store) => store.task(1)?.status)).toBe('escalated')
})

test.skipIf(hasNoBrowser)('an escalation is acknowledged, then closed', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Log in', '--attempts', '1', ...CLAUDE, agent('is-logged-out.sh'), '{prompt}')
  await work(project)
  const { page, goTo } = await browser.open(await serveBoard(project), '/tasks/1')
  await page.locator('.verdict').waitFor()
  await choose(page, 'Acknowledge')
  await page.getByRole('dialog').getByText('“Log in” is marked as seen').waitFor()
  await confirm(page, 'Acknowledge')
  await page.locator('.toast', { hasText: 'Escalation 1 is acknowledged.' }).waitFor()
  expect(inStore(project, (store) => store.escalation(1)?.state)).toBe('acknowledged')
  await choose(page, 'Close the escalation')
  await confirm(page, 'Close it')
  await page.locator('.toast', { hasText: 'Escalation 1 is closed.' }).waitFor()
  expect(inStore(project, (store) => store.escalation(1)?.state)).toBe('closed')
  expect(inStore(project, (store) => store.task(1)?.status)).toBe('failed')
  await page.locator('.run-acts').getByRole('button', { name: 'Retry', exact: true }).waitFor()
  await goTo('/')
  await page.getByText('Nothing needs you').waitFor()
})

test.skipIf(hasNoBrowser)('Retry answers what the task had escalated', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Ask for help', '--attempts', '1', '--', './fails.sh', '{prompt}')
  await work(project)
  expect(inStore(project, (store) => store.escalation(1)?.state)).toBe('open')
  project.write('fails.sh', '#!/bin/sh\necho done >> made-by-the-agent\n')
  const { page, goTo } = await browser.open(await serveBoard(project), '/tasks/1')
  await page.locator('.verdict').waitFor()
  await choose(page, 'Retry')
  await page.getByRole('link', { name: 'run 2' }).click()
  await page.locator('.head .tag.ok').waitFor()
  expect(inStore(project, (store) => store.escalation(1)?.state)).toBe('closed')
  await goTo('/')
  await page.getByText('Nothing needs you').waitFor()
})

test.skipIf(hasNoBrowser)('an opened gate lets its task go on', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Wait for it', ...CLAUDE, agent('hits-a-limit.sh'), '7200', '{prompt}')
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/')
  const gate = page.locator('.gate', { hasText: '1 task waits' })
  await gate.waitFor()
  // Somebody has bought more.
  project.write('reset', '0\n')
  await gate.getByRole('button', { name: 'Resume now' }).click()
  await page.locator('.toast', { hasText: 'The pause is over' }).waitFor()
  await gate.waitFor({ state: 'detached' })
  await vi.waitFor(() => expect(inStore(project, (store) => store.task(1)?.status)).toBe('succeeded'), 30_000)
})

test.skipIf(hasNoBrowser)('a task that left the board opens by its address', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Long ago', '--attempts', '1', '--', './fails.sh', '{prompt}')
  await work(project)
  inStore(project, (store) => store.importRuns('gza', importedRuns(600, LATER)))
  const { page, goTo } = await browser.open(await serveBoard(project), '/tasks/1')
  await page.getByRole('heading', { name: 'Long ago' }).waitFor()
  await page.locator('.verdict .why-code', { hasText: 'TESTS_FAILED' }).waitFor()
  await choose(page, 'Retry')
  await page.getByRole('link', { name: 'run 602' }).waitFor()
  await until('its second run to end', () =>
    inStore(project, (store) => store.runsOf(1).filter(({ endedAt }) => endedAt !== null).length === 2),
  )
  await goTo('/tasks/9999')
  await page.getByRole('heading', { name: 'There is no task 9999' }).waitFor()
})
