import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { inStore } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

test.skipIf(hasNoBrowser)('the failures page lists flaky tests', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './works.sh'], { MAYDAY_DIR: '' })
  const tests = { stage: 'final_test', command: 'npm test', folder: '.', code: 'abc' } as const
  inStore(project, (store) => {
    const at = new Date().toISOString()
    store.addStartTests({ ...tests, failed: 1, passed: 9, names: ['<b>logs in</b>'] }, at)
    store.addStartTests({ ...tests, failed: 0, passed: 10, names: [] }, at)
  })
  const { page } = await browser.open(await serveBoard(project), '#/failures')
  const rows = page.getByRole('region', { name: 'Flaky tests' }).locator('tbody tr')
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([expect.stringMatching(/^<b>logs in<\/b>\s+1 of 2 runs\s/)])
})
