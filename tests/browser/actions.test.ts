import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { until } from '../running-mayday.ts'
import { git, inStore } from '../task-repository.ts'
import { choose, hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const FAILS = ['--attempts', '1', '--', './fails.sh', '{prompt}'] as const

test.skipIf(hasNoBrowser)('Retry on the page starts a new run', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Try me', ...FAILS)
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/tasks/1')
  await page.locator('.verdict .why-code', { hasText: 'TESTS_FAILED' }).waitFor()
  await choose(page, 'Retry')
  await page.locator('.toast', { hasText: 'Task 1 is queued again' }).waitFor()
  await page.getByRole('link', { name: 'run 2' }).waitFor()
  await page.locator('.tries a').nth(1).waitFor()
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

test.skipIf(hasNoBrowser)('a corrected reason is shown at once', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', 'sh', '-c', 'echo hm; exit 3'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/runs/1')
  await page.locator('.verdict .why-code', { hasText: 'UNKNOWN' }).waitFor()
  await choose(page, 'Correct the reason')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('DISK_FULL')
  await dialog.getByLabel('Note').fill('the disk was full')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.locator('.verdict .why-code', { hasText: 'DISK_FULL' }).waitFor()
  await page.locator('.corrected', { hasText: 'the disk was full' }).waitFor()
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
  const { page } = await browser.open(await serveBoard(project), '/tasks/1')
  await page.getByRole('link', { name: 'Facts' }).click()
  const restore = page.getByRole('region', { name: 'Saved work' }).getByRole('button', { name: 'Restore' })
  await expect.poll(() => restore.first().isEnabled()).toBe(true)
  await page.locator('.run-acts').getByRole('button', { name: 'Retry', exact: true }).click()
  await expect.poll(() => restore.first().isDisabled()).toBe(true)
  project.write('go-on', '')
  await expect.poll(() => restore.first().isEnabled()).toBe(true)
})

test.skipIf(hasNoBrowser)('a running task shows no reason', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Try me', '--attempts', '1', '--', 'sh', '-c', 'exit 3')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile .reason', { hasText: 'UNKNOWN' }).waitFor()
  // As between a claim and the new run: the last run is still the failed one.
  inStore(project, (store) => store.move(1, 'start', { at: new Date().toISOString() }))
  await page.locator('.tile.is-running', { hasText: 'starting' }).waitFor()
  expect(await page.locator('.tile .reason').count()).toBe(0)
})
