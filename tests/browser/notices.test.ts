import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { agent } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

/** Writes down every notification, and every question for permission. */
const RECORDER = `(() => {
  const Real = window.Notification
  window.told = []
  window.asked = 0
  window.Notification = class extends Real {
    constructor(title, options) { super(title, options); window.told.push({ title, tag: options.tag }) }
    static requestPermission() { window.asked += 1; return Real.requestPermission() }
  }
})()`

test.skipIf(hasNoBrowser)('the browser notifies once for each cause', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Old one', '--attempts', '1', '--', './fails.sh')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/')
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(RECORDER)
  await page.reload()
  await page.getByText('Old one').first().waitFor()
  expect(await page.evaluate('window.asked')).toBe(0)
  const button = page.getByRole('button', { name: 'Notify me' })
  await button.click()
  await page.getByRole('button', { name: 'Notifications are on', pressed: true }).waitFor()
  expect(await page.evaluate('window.asked')).toBe(1)
  // Somebody looks at something else.
  await page.evaluate('document.hasFocus = () => false')
  const told = (): Promise<{ title: string; tag: string }[]> => page.evaluate('window.told')
  await project.say('add', 'New one', '--attempts', '1', '--', './fails.sh')
  for (const name of ['One', 'Two', 'Three'])
    await project.say(
      'add',
      name,
      '--attempts',
      '1',
      '--agent',
      'claude',
      '--',
      'sh',
      agent('is-logged-out.sh'),
      '{prompt}',
    )
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  await expect.poll(async () => (await told()).length).toBe(2)
  const all = await told()
  expect(all.map(({ title }) => title).join('\n')).toMatch(/New one/)
  expect(new Set(all.map(({ tag }) => tag)).size).toBe(2)
  // The person comes back, and turns it off.
  await page.getByRole('button', { name: 'Notifications are on' }).click()
  await button.waitFor()
})
