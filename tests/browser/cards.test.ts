import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BROKEN, cardProject, LOCKS, QUEUE } from '../card-project.ts'
import { until } from '../running-mayday.ts'
import { inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

test.skipIf(hasNoBrowser)('Reset is done only when it is confirmed', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  project.write(LOCKS, project.read(LOCKS).replace('agent_status: idle', 'agent_status: running'))
  const { page } = await browser.open(await serveBoard(project), '/cards')
  const tile = page.locator(`[data-card="${LOCKS}"]`)
  await tile.getByText('agent_status is running').waitFor()
  await tile.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Reset…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the card back to idle?' })
  await dialog.getByText('recorded runs stay').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(project.read(LOCKS)).toContain('agent_status: running')
  await page.getByRole('button', { name: 'Reset…' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.locator('.toast', { hasText: 'is idle again' }).waitFor()
  expect(project.read(LOCKS)).toContain('agent_status: idle')
})

test.skipIf(hasNoBrowser)('Cancel stops the live run of a card', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('enqueue', QUEUE, '--', './lasts.sh', '{prompt}')
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), `/cards?card=${QUEUE}`)
  await page.locator(`[data-card="${QUEUE}"] .i.run`).waitFor()
  await page.getByRole('button', { name: 'Cancel…' }).click()
  await page.getByRole('dialog', { name: 'Cancel this task?' }).getByText('“Queue” (#1)').waitFor()
  await page.getByRole('button', { name: 'Cancel it' }).click()
  // A run that is only being launched is canceled at once, a live one is asked to stop.
  await page.locator('.toast', { hasText: /is asked to stop|canceled/ }).waitFor()
  await until('the card to say so', () => project.read(QUEUE).includes('agent_status: canceled'))
})

test.skipIf(hasNoBrowser)('a malformed card is shown with its problem', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  writeFileSync(project.file(BROKEN), '---\nowner: [unclosed\n---\n# Broken\n')
  const { page } = await browser.open(await serveBoard(project), '/cards')
  await page.locator(`[data-card="${BROKEN}"] .i.need`).waitFor()
})

test.skipIf(hasNoBrowser)('a card goes into the queue with agent and flow', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  project.write('mayday.yaml', "version: 1\nagents:\n  ours:\n    command: [./works.sh, '{prompt}']\n")
  const { page } = await browser.open(await serveBoard(project), '/cards')
  await page.locator(`[data-card="${QUEUE}"]`).getByRole('link', { name: 'Into the queue…' }).click()
  const dialog = page.getByRole('dialog')
  const choice = dialog.getByLabel('Agent')
  await choice.locator('option[value="ours"]').waitFor({ state: 'attached' })
  await expect.poll(() => choice.inputValue()).toBe('ours')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(inStore(project, (store) => store.tasks().length)).toBe(0)
  await page.locator(`[data-card="${QUEUE}"]`).getByRole('link', { name: 'Into the queue…' }).click()
  await dialog.getByLabel(/^Flow/).selectOption('review')
  await expect.poll(() => choice.inputValue()).toBe('ours')
  await dialog.getByRole('button', { name: 'Into the queue' }).click()
  await page.locator('.toast', { hasText: 'is queued' }).waitFor()
  expect(inStore(project, (store) => store.task(1))).toMatchObject({ agent: 'ours', flow: 'review' })
})
