/** The page of the sessions that Mayday did not start. */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testProject } from '../running-mayday.ts'
import { asked, interrupted, limited, sessionHome } from '../session-home.ts'
import { hasNoBrowser, servedBy, TestBrowser } from './board-page.ts'

const WORDS = ['board', '--no-open', '--json', '--port', '0'] as const

test.skipIf(hasNoBrowser)('the board counts as the command line does', async () => {
  await using home = await sessionHome()
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const later = limited("You've hit your 5-hour limit · resets 6pm (UTC)")
  home.claude(1, asked('One.'), limited(), asked('Two.'), later)
  home.claude(2, asked('Three.'), interrupted)
  // Aider has said nothing of how it went.
  const history = '\n# aider chat started at 2026-11-16 10:00:00\n\n#### Four.\n\nWell.\n'
  for (const folder of [home.project, project]) writeFileSync(folder.file('.aider.chat.history.md'), history)
  const { stdout } = await home.run('stats', '--sessions')
  expect(stdout).toMatch(/2 failed .* 1 interrupted by a person .* 1 undetermined[^]*Limits hit: 2/)
  const board = await servedBy(project.start(WORDS, { ...home.env, MAYDAY_DIR: '' }))
  const { page } = await browser.open(board, '/sessions')
  const figure = (name: string): Promise<string> =>
    page
      .locator('.stats div', { has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .innerText()
  expect(await figure('Turns that failed')).toBe('2 of 4 turns')
  expect(await figure('Interrupted by you')).toBe('1')
  expect(await figure('Not clear')).toBe('1')
  await page.getByRole('heading', { name: 'Limits that were hit 2, newest first' }).waitFor()
})
