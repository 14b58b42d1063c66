import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { testProject } from '../running-mayday.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const current = (page: Page): Promise<string | null> =>
  page.locator('nav[aria-label=Pages] a[aria-current=page]').textContent()

test.skipIf(hasNoBrowser)('every page has an address of its own', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page, complaints } = await browser.open(await serveBoard(project, 0, '--demo'), '/')
  const pages = [
    ['/', 'Needs you'],
    ['/work', 'Work'],
    ['/runs', 'Runs'],
    ['/failures', 'Failures'],
    ['/cards', 'Cards'],
  ] as const
  for (const [path, name] of pages) {
    await page.goto(new URL(path, page.url()).href)
    await page.getByRole('main').waitFor()
    expect([path, (await current(page))?.startsWith(name)]).toEqual([path, true])
  }
  for (const wrong of ['/no/such/page', '/failures/none/such', '/nope.html', '/runs/%zz']) {
    await page.goto(new URL(wrong, page.url()).href)
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
  }
  // A program gets an error.
  const answer = await page.request.get(new URL('/nope', page.url()).href)
  expect([answer.status(), await answer.text()]).toEqual([404, expect.stringContaining('no such page')])
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([])
})

test.skipIf(hasNoBrowser)('back and forward go through the pages', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project, 0, '--demo'), '/')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByRole('link', { name: 'Work', exact: true }).click()
  await page.getByRole('link', { name: 'Failures', exact: true }).click()
  await page.waitForURL('**/failures')
  await page.goBack()
  await page.waitForURL('**/work')
  expect(await current(page)).toBe('Work')
  await page.goForward()
  await page.waitForURL('**/failures')
  expect(await current(page)).toBe('Failures')
  // g and a letter go to a page too.
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/cards')
  expect(loads).toBe(0)
})

test.skipIf(hasNoBrowser)('addresses of the first edition still lead there', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project, 0, '--demo'), '/')
  await page.goto(new URL('/#/runs?reason=TESTS_FAILED', page.url()).href)
  await page.waitForURL('**/runs?reason=TESTS_FAILED')
  await page.goto(new URL('/#/', page.url()).href)
  await page.waitForURL('**/work')
})

test.skipIf(hasNoBrowser)('the chosen theme is remembered', async () => {
  await using project = await testProject()
  await using browser = await TestBrowser.start()
  const { page } = await browser.open(await serveBoard(project, 0, '--demo'), '/', { scheme: 'light' })
  const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await ground()
  await page.getByRole('button', { name: 'Theme: as the system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
  const dark = await ground()
  expect(dark).not.toBe(light)
  await page.reload()
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
  expect(await ground()).toBe(dark)
})

test('the first load is under 80 KB', () => {
  const folder = join(import.meta.dirname, '../../dist/board')
  const app = readFileSync(join(folder, 'app.js'), 'utf8')
  // What app.js imports at once is loaded with it.
  const chunks = [...app.matchAll(/from"\.\/([^"]+)"/g)].map(([, name = '']) => name)
  const first = ['index.html', 'app.css', 'theme.js', 'app.js', ...new Set(chunks)]
  const bytes = first.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
  expect(readdirSync(folder).length).toBeGreaterThan(first.length)
  expect(bytes).toBeLessThan(80_000)
})
