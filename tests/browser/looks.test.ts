import { expect, test } from 'vitest'
import { testProject } from '../running-mayday.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'
import { violations } from './look-well.ts'

const PLACES: readonly (readonly [string, string])[] = [
  ['needs-you', '/'],
  ['work', '/work'],
  ['task', '/tasks/17'],
  ['cards', '/cards'],
  ['runs', '/runs'],
  ['failures', '/failures'],
  ...['why', 'story', 'changes', 'log', 'facts'].map((tab) => [tab, `/runs/20/${tab}`] as const),
  ['sessions', '/sessions'],
  ['nodes', '/nodes'],
]

const LOOKS = (['light', 'dark'] as const).flatMap((scheme) =>
  [1440, 400].map((width) => ({ scheme, width, height: 800 })),
)

test.skipIf(hasNoBrowser)('every page is accessible, light, dark, narrow', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const board = await serveBoard(project, 0, '--demo')
  for (const look of LOOKS) {
    const { page, goTo, shoot, complaints } = await browser.open(board, '#/', look)
    const name = `${look.scheme}${look.width === 400 ? '-narrow' : ''}`
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
