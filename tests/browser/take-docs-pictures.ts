/** `npm run docs:pictures`: takes the pictures of docs/board.md and of the README, from the demo. */
import { join } from 'node:path'
import { testProject } from '../running-mayday.ts'
import { serveBoard, TestBrowser } from './board-page.ts'

const docs = join(import.meta.dirname, '../../docs')

/** By file: an address of the demo, and what is seen when it is there. */
const PICTURES = [
  ['board.png', '/', '.item'],
  ['board-work.png', '/work', '.tile'],
  ['board-run.png', '/runs/37/why', '.code .proof'],
] as const

await using project = await testProject()
await using browser = await TestBrowser.start()
const board = await serveBoard(project, 0, '--demo')
const { page, goTo } = await browser.open(board, '/', { height: 820 })
for (const [file, path, shows] of PICTURES) {
  await goTo(path)
  await page.locator(shows).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(docs, file) })
}
