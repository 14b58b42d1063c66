/** Axe, the width and pictures of a page: in both themes, at the three widths. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** What axe calls serious or critical, with the element. The policy allows no script but ours: axe comes in by the debugger. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found: Violation[] = await page.evaluate('axe.run().then(({ violations }) => violations)')
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`)
}

export async function lookWell(
  page: Page,
  shoot: (name: string) => Promise<void>,
  name: string,
): Promise<void> {
  const before = page.viewportSize()
  for (const width of [1440, 1024, 400])
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await shoot(`${name}-${width}-${scheme}`)
      expect.soft([name, width, scheme, await violations(page)]).toEqual([name, width, scheme, []])
      // Nothing sticks out at the side.
      const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
      expect.soft([name, width, await page.evaluate(tooWide)]).toEqual([name, width, false])
    }
  await page.setViewportSize(before ?? { width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}
