/** The board of a fleet with real nodes, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, STEADY_LEASE_S } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { until } from '../running-mayday.ts'
import { hasNoBrowser, TestBrowser } from './board-page.ts'
import { lookWell } from './look-well.ts'

let server: TestPostgres

describe.skipIf(hasNoBrowser || !isPostgresHere)('the page of the nodes', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('shows what each node does, and drains one with an undo', async () => {
    await using rig = await FleetRig.open(server, STEADY_LEASE_S)
    await using browser = await TestBrowser.start()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await one.mayday(['add', 'Speak until the end', '--', 'sh', '-c', 'echo hello; sleep 60'])
    await one.mayday(['add', 'Draw with a card', '--label', 'gpu', '--', 'true'])
    one.start()
    await until('the run', () => one.lines('node:claimed').length > 0)
    two.go(['board', '--no-open', '--json', '--port', '0'], { MAYDAY_DIR: '' })
    const { address }: { address: string } = JSON.parse(
      await until('the board', () => /^\{.*\}$/m.exec(two.printed)?.[0]),
    )
    const { page, shoot, complaints } = await browser.open({ address }, '/nodes')
    const row = page.getByRole('row', { name: /^one / })
    await row.getByText('Takes work').waitFor()
    await page.getByText('1 task waits for something that no node has.').waitFor()
    await lookWell(page, shoot, 'nodes')
    await row.getByRole('button', { name: 'Drain' }).click()
    await row.getByText('Takes no more work').waitFor()
    await page.keyboard.press('z')
    await row.getByText('Takes work').waitFor()
    // Its run is on the pages of the project, with its log.
    await row.getByRole('link', { name: /^run / }).click()
    await page.getByRole('heading', { name: 'It is running' }).waitFor()
    await page.keyboard.press('4')
    await page.locator('.log-line', { hasText: 'hello' }).waitFor()
    expect(complaints).toEqual([])
  })
})
