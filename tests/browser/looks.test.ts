import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { testProject } from '../running-mayday.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const PLACES: readonly (readonly [string, string])[] = [
  ['board', '#/'],
  ['task', '#/?open=task/17'],
  ['cards', '#/cards'],
  ['runs', '#/runs'],
  ['failures', '#/failures'],
  ['log', '#/?log=20/0'],
]

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** What axe calls serious or critical, with the element. The policy allows no script but ours: axe comes in by the debugger. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found: Violation[] = await page.evaluate('axe.run().then(({ violations }) => violations)')
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`)
}

test.skipIf(hasNoBrowser)('every page is accessible, light, dark, narrow', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project, 0, '--demo')
  for (const look of [{ scheme: 'light' }, { scheme: 'dark' }, { width: 400, height: 800 }] as const) {
    const { page, goTo, shoot, complaints } = await browser.open(board, '#/', look)
    const name = 'scheme' in look ? look.scheme : 'narrow'
    for (const [place, hash] of PLACES) {
      await goTo(hash)
      await page.waitForTimeout(400)
      await shoot(`${place}-${name}`)
      expect.soft([place, name, await violations(page)]).toEqual([place, name, []])
      // Nothing sticks out at the side.
      const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
      expect.soft([place, name, await page.evaluate(tooWide)]).toEqual([place, name, false])
    }
    expect(complaints).toEqual([])
  }
})

test.skipIf(hasNoBrowser)('runs keep their titles beside the panel', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project, 0, '--demo')
  for (const width of [1000, 1024, 1280, 1440]) {
    const { page, shoot } = await browser.open(board, '#/runs?open=run/20', { width })
    await page.locator('.panel .evidence, .panel .facts').first().waitFor()
    const title = page.locator('.virtual .run-line > :nth-child(3)').first()
    expect.soft([width, (await title.boundingBox())?.width]).toEqual([width, expect.any(Number)])
    expect.soft((await title.boundingBox())?.width ?? 0).toBeGreaterThan(120)
    await shoot(`runs-beside-panel-${width}`)
  }
})
