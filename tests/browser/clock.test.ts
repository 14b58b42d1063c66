import { test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

/** The server's clock is set back by an hour: each change of the state says so, and the state itself does not. */
const SET_BACK = `(() => {
  const listen = EventSource.prototype.addEventListener
  EventSource.prototype.addEventListener = function (name, listener) {
    listen.call(this, name, (event) => {
      const change = name === 'state' ? JSON.parse(event.data) : null
      if (change === null) return listener(event)
      change.now = new Date(Date.parse(change.now) - 3_600_000).toISOString()
      listener({ data: JSON.stringify(change) })
    })
  }
})()`

test.skipIf(hasNoBrowser)('a page follows a server whose clock was set back', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project), '/work')
  await page.addInitScript(SET_BACK)
  await page.reload()
  await page.getByText('Add a task').first().waitFor()
  await project.say('add', 'Come later', '--', './fails.sh')
  await page.getByText('Come later').first().waitFor()
})
