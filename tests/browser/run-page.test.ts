/** A run's page: why, what it did and what it changed, in a real browser with a real run. */
import { writeFileSync } from 'node:fs'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { git, repository } from '../task-repository.ts'
import type { TestProject } from '../running-mayday.ts'
import { capture } from '../told-story.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

/** A task whose agent changes files and fails its verify twice. */
async function failedTask(): Promise<TestProject> {
  const project = await repository()
  writeFileSync(project.file('app.py'), 'one = 1\ntwo = 2\n')
  writeFileSync(project.file('gone.py'), 'old = 1\n')
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '-m', 'more')
  writeFileSync(project.inRecord('../out.log'), capture('claude', 'tool_fail'))
  const agent = `cat '${project.inRecord('../out.log')}'; sed -i s/2/3$MAYDAY_ATTEMPT/ app.py; rm -f gone.py; echo x > new_$MAYDAY_ATTEMPT.py`
  const verify =
    'echo "FAILED tests/test_a.py::test_one - assert 1 == 2"; echo "1 failed, 7 passed in 0.42s"; exit 1'
  await project.mayday(['add', 'Fix the sums', '--verify', verify, '--', 'sh', '-c', agent])
  await project.mayday(['run', '--task', '1', '--no-wait'])
  return project
}

test.skipIf(hasNoBrowser)('the page of a run tells why, what and how', async () => {
  await using project = await failedTask()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project)
  const { page, complaints, goTo } = await browser.open(board, '/tasks/1')
  // A task leads to its newest run.
  await page.waitForURL(/\/runs\/\d+\/why$/)
  await page.getByRole('heading', { name: 'The line that shows it' }).waitFor()
  expect(await page.locator('.code .proof').first().textContent()).toContain('1 failed, 7 passed')
  await page.getByText('Mayday does nothing more by itself.').waitFor()
  await page.getByRole('region', { name: 'Attempts compared' }).waitFor()
  await page.getByText(/^mayday open \d+ -- /).waitFor()

  const hint = page.getByLabel(/^Say what it missed/)
  const retry = page.getByRole('button', { name: 'Retry with this hint' })
  const inkOf = (): Promise<string> =>
    page.evaluate("getComputedStyle(document.querySelector('.hint .b')).color")
  expect(await retry.isDisabled()).toBe(true)
  const disabledInk = await inkOf()
  await hint.fill('The sums are in two places.')
  expect(await retry.isDisabled()).toBe(false)
  // What cannot be done looks like it.
  expect(await inkOf()).not.toBe(disabledInk)
  await hint.press('Escape')

  await page.keyboard.press('2')
  await page.waitForURL(/\/story$/)
  const call = page.locator('.tool', { hasText: 'echo oops >&2; exit 3' })
  await call.waitFor()
  expect(await call.getAttribute('open')).not.toBeNull()
  await page.locator('.turn', { hasText: 'Final test' }).waitFor()

  await page.keyboard.press('l')
  await page.waitForURL(/\/log\?at=\d+$/)
  await page.locator('.log-line.is-wanted').waitFor()

  await page.keyboard.press('3')
  await page.locator('.diff .ln.a', { hasText: '+x' }).first().waitFor()
  await page.getByRole('link', { name: 'Whole task' }).click()
  await page.waitForURL(/against=start/)
  await page.getByText('gone.py').first().waitFor()
  await page.locator('.diff .t-number').first().waitFor()

  await page.keyboard.press('5')
  await page.getByRole('heading', { name: 'Limits and usage' }).waitFor()
  expect(await page.getByText(/^Names of its \d+ environment variables/).count()).toBe(1)

  await goTo('/runs/1/why')
  await page.getByText('This is an older run of the task.').waitFor()
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('a live story grows as the agent works', async () => {
  await using project = await repository()
  await using browser = await TestBrowser.start()
  const said = (text: string): string =>
    JSON.stringify({ type: 'item.completed', item: { id: 'i', type: 'agent_message', text } })
  const script = `echo '{"type":"thread.started","thread_id":"t"}'; echo '${said('First words.')}'; until [ -e more ]; do sleep 0.05; done; echo '${said('Second words.')}'; until [ -e end ]; do sleep 0.05; done`
  project.start(['run', '--', 'sh', '-c', script], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/runs/1/story')
  await page.getByText('First words.', { exact: true }).waitFor()
  writeFileSync(project.file('more'), '')
  await page.getByText('Second words.', { exact: true }).waitFor()
  writeFileSync(project.file('end'), '')
})

test.skipIf(hasNoBrowser)('every tab is accessible in both themes and three widths', async () => {
  await using project = await failedTask()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project)
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1440, 1024, 400]) {
      const { page, goTo, shoot } = await browser.open(board, '/', { width, scheme })
      for (const tab of ['why', 'story', 'changes', 'log', 'facts']) {
        await goTo(`/runs/2/${tab}`)
        await page.locator('.tabs').waitFor()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        await shoot(`run-${tab}-${width}-${scheme}`)
        const isWide: boolean = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        expect([tab, width, isWide]).toEqual([tab, width, false])
        await page.evaluate(axe.source)
        const found: { violations: { id: string; nodes: { html: string }[] }[] } = await page.evaluate(
          'axe.run(document, { resultTypes: ["violations"] })',
        )
        const told = found.violations.map(
          ({ id, nodes }) => `${tab} ${width} ${scheme} ${id}: ${nodes[0]?.html ?? ''}`,
        )
        expect(told).toEqual([])
      }
      await page.context().close()
    }
})
