import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askedRig, GOOD_ANSWER, ODD_LOG } from '../asked-agent.ts'
import { testProject, until } from '../running-mayday.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const ASKS = 'diagnosis:\n  ask: unknown\n  agent: claude\n'
const COMMAND = ['run', '--', 'sh', '-c', 'echo ready; cat odd.log || exit 0; exit 1']

test.skipIf(hasNoBrowser)('a run shows the opinion and new lines', async () => {
  await using rig = await askedRig()
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  rig.says(JSON.stringify({ ...GOOD_ANSWER, line: GOOD_ANSWER.line + 1 }))
  writeFileSync(project.file('mayday.yaml'), ASKS)
  const env = { ...rig.env, MAYDAY_DIR: '' }
  await project.mayday(COMMAND, env)
  writeFileSync(project.file('odd.log'), ODD_LOG)
  await project.mayday(COMMAND, env)
  const folder = project.folders().at(-1) ?? ''
  await until('the opinion', () => existsSync(join(folder, 'opinion.json')))
  const { page, shoot } = await browser.open(await serveBoard(project), '/runs/2')
  const opinion = page.getByRole('region', { name: 'Second opinion' })
  await expect.poll(() => opinion.innerText()).toContain('SETUP_FAILED')
  expect(await opinion.innerText()).toContain('frobnicator: the widget is upside down')
  await expect
    .poll(() => page.locator('.below').allInnerTexts())
    .toContainEqual(expect.stringContaining('New since run 1'))
  await shoot('opinion')
})
