import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cardProject, LOCKS, QUEUE, BROKEN } from '../card-project.ts'
import { until } from '../running-mayday.ts'
import { git, inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const FAILS = ['--attempts', '1', '--', './fails.sh', '{prompt}'] as const

test.skipIf(hasNoBrowser)('Retry on the page starts a new run', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Try me', ...FAILS)
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '#/?open=task/1')
  await page.locator('.panel .chip .reason', { hasText: 'TESTS_FAILED' }).waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.locator('.toast', { hasText: 'Task 1 is queued again' }).waitFor()
  await page.locator('.panel-head', { hasText: 'run 2' }).waitFor()
  await page.locator('.attempts tbody tr').nth(1).waitFor()
  expect(await page.locator('.attempts tbody tr').count()).toBe(2)
  expect(inStore(project, (store) => store.runsOf(1)).map(({ attempt }) => attempt)).toEqual([1, 2])
})

test.skipIf(hasNoBrowser)('r retries what the cursor is at', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Try me', ...FAILS)
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project))
  await page.locator('.tile .reason').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await page.locator('.toast', { hasText: 'Task 1 runs again.' }).waitFor()
  await until('the second run to end', () =>
    inStore(project, (store) => store.runsOf(1).filter(({ endedAt }) => endedAt !== null).length === 2),
  )
})

test.skipIf(hasNoBrowser)('Reset is done only when it is confirmed', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  project.write(LOCKS, project.read(LOCKS).replace('agent_status: idle', 'agent_status: running'))
  const { page, shoot } = await browser.open(await serveBoard(project), '#/cards')
  const tile = page.locator(`[data-card="${LOCKS}"]`)
  await tile.getByText('Impossible state').waitFor()
  await tile.click()
  await page.locator('.problem', { hasText: 'agent_status' }).waitFor()
  const reset = page.getByRole('button', { name: 'Reset agent state' })
  await reset.click()
  const dialog = page.getByRole('dialog', { name: 'Reset agent state?' })
  await dialog.getByText('all recorded runs stay').waitFor()
  await shoot('reset-asks')
  await dialog.getByRole('button', { name: 'Keep it as it is' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(project.read(LOCKS)).toContain('agent_status: running')
  await reset.click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.locator('.toast', { hasText: 'is idle again' }).waitFor()
  expect(project.read(LOCKS)).toContain('agent_status: idle')
  await tile.locator('.chip', { hasText: 'Idle' }).waitFor()
})

test.skipIf(hasNoBrowser)('Cancel stops the live run of a card', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('enqueue', QUEUE, '--', './lasts.sh', '{prompt}')
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), `#/cards?open=card/${QUEUE}`)
  await page.locator('.panel .chip.is-running').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.toast', { hasText: 'is asked to stop' }).waitFor()
  await page.locator('.panel .chip.is-canceled').waitFor()
  await until('the card to say so', () => project.read(QUEUE).includes('agent_status: canceled'))
})

test.skipIf(hasNoBrowser)('a corrected reason is shown at once', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', 'sh', '-c', 'echo hm; exit 3'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '#/?open=run/1')
  await page.locator('.panel .reason', { hasText: 'UNKNOWN' }).waitFor()
  await page.getByRole('button', { name: 'Correct reason' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('DISK_FULL')
  await dialog.getByLabel('Note').fill('the disk was full')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.locator('.panel-state .reason', { hasText: 'DISK_FULL' }).waitFor()
  await page.locator('.tile .reason', { hasText: 'DISK_FULL' }).waitFor()
  await page.locator('.panel .notice', { hasText: 'the disk was full' }).waitFor()
})

test.skipIf(hasNoBrowser)('an action that cannot be done says why', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', 'sh', '-c', 'exit 3'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project))
  await page.locator('.tile').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  const error = page.getByRole('alert').locator('.toast-error')
  await error.waitFor()
  expect(await error.textContent()).toContain('was a plain run, which cannot be retried')
})

test.skipIf(hasNoBrowser)('a malformed card is shown with its problem', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  writeFileSync(project.file(BROKEN), '---\nowner: [unclosed\n---\n# Broken\n')
  const { page } = await browser.open(await serveBoard(project), '#/cards')
  await page.locator(`[data-card="${BROKEN}"] .chip`, { hasText: 'Not a card' }).waitFor()
})

test.skipIf(hasNoBrowser)('Enqueue asks for the agent where none is known', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  project.write('mayday.yaml', "version: 1\nagents:\n  ours:\n    command: [./works.sh, '{prompt}']\n")
  const { page, shoot } = await browser.open(await serveBoard(project), `#/cards?open=card/${QUEUE}`)
  await page.getByRole('button', { name: 'Enqueue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which agent works on it?' })
  const choice = dialog.getByLabel('Agent')
  await choice.locator('option[value="ours"]').waitFor({ state: 'attached' })
  await shoot('enqueue-asks')
  expect(await choice.inputValue()).toBe('ours')
  expect(await choice.locator('optgroup').first().getAttribute('label')).toBe('On this machine')
  await dialog.getByRole('button', { name: 'Leave it' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(inStore(project, (store) => store.tasks().length)).toBe(0)
  await page.getByRole('button', { name: 'Enqueue' }).click()
  await choice.selectOption('ours')
  await dialog.getByRole('button', { name: 'Enqueue' }).click()
  await page.locator('.toast', { hasText: 'is queued' }).waitFor()
  expect(inStore(project, (store) => store.task(1)?.agent)).toBe('ours')
})

/** Breaks the build, then mends it, then works until it is told to end. */
const BREAKS_THEN_LASTS = `echo x >> .tried
case $(wc -l < .tried) in
  1) echo 'I rewrite app.py.'; echo 'def broken(:' > app.py ;;
  2) echo 'I add the feature to app.py carefully.'; echo 'feature = True' >> app.py ;;
  *) until [ -e go-on ]; do sleep 0.05; done; echo 'more = True' >> app.py ;;
esac
`

test.skipIf(hasNoBrowser)('Restore waits until the task has stopped', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  project.write('app.py', 'x = 1\n')
  project.write('.gitignore', '.tried\n__pycache__\ngo-on\n')
  project.write('steps.sh', BREAKS_THEN_LASTS)
  git(project, 'add', 'app.py', '.gitignore', 'steps.sh')
  git(project, 'commit', '--quiet', '--message=app')
  const verify = ['--verify', 'python3 -m py_compile app.py && grep -q feature app.py']
  await project.say('add', 'Keep it building', ...verify, '--', 'sh', 'steps.sh')
  await project.mayday(['run', '--task', '1'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '#/?open=task/1')
  const restore = page.getByRole('region', { name: 'Snapshots' }).getByRole('button', { name: 'Restore' })
  await expect.poll(() => restore.first().isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.locator('.panel-state .chip.is-running').waitFor()
  await expect.poll(() => restore.first().isDisabled()).toBe(true)
  project.write('go-on', '')
  await page.locator('.panel-state .chip.is-running').waitFor({ state: 'detached' })
  await expect.poll(() => restore.first().isEnabled()).toBe(true)
})

test.skipIf(hasNoBrowser)('a running task shows no reason', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Try me', '--attempts', '1', '--', 'sh', '-c', 'exit 3')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '#/?open=task/1')
  await page.locator('.panel-state .reason', { hasText: 'UNKNOWN' }).waitFor()
  // As between a claim and the new run: the last run is still the failed one.
  inStore(project, (store) => store.move(1, 'start', { at: new Date().toISOString() }))
  for (const place of ['.tile', '.panel-state']) {
    await page.locator(`${place} .chip.is-running`).waitFor()
    expect(await page.locator(`${place} .chip`).textContent()).toBe('●Running')
  }
})
