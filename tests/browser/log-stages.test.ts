import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'
import { lookWell } from './look-well.ts'

test.skipIf(hasNoBrowser)('the stages of a log fold, with times and links', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const verify = ['--verify', 'echo "1 failed, 7 passed in 0.42s"; exit 1']
  const agent = 'seq 1 3000; echo the agent is done; echo x >> made'
  await project.say(
    'add',
    'Try',
    '--attempts',
    '1',
    '--setup',
    'echo setting up',
    ...verify,
    '--',
    'sh',
    '-c',
    agent,
  )
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page, goTo, shoot, complaints } = await browser.open(await serveBoard(project), '/runs/1/log')
  const stage = (name: string) => page.getByRole('region', { name, exact: true })
  // The stage of the deciding line is open, at that line.
  await stage('Final test').locator('.log-line.is-wanted', { hasText: '1 failed' }).waitFor()
  const heads = page.locator('.stage-head')
  expect(await heads.count()).toBe(3)
  for (const text of await heads.allTextContents()) expect(text).toMatch(/began \d\d:\d\d:\d\d · took /)
  expect(await page.locator('.log-text').count()).toBe(1)
  await stage('Setup').getByRole('button', { name: /Setup/ }).click()
  await stage('Setup').locator('.log-line', { hasText: 'setting up' }).waitFor()
  expect(await stage('Setup').locator('.log-line').count()).toBe(1)
  await lookWell(page, shoot, 'log-stages')
  await stage('Setup').getByRole('button', { name: /Setup/ }).click()
  await stage('Setup').locator('.log-text').waitFor({ state: 'detached' })

  // A found line opens its stage.
  await page.keyboard.press('/')
  await page.keyboard.type('2345')
  await page.keyboard.press('Enter')
  const wanted = stage('Agent').locator('.log-line.is-wanted')
  await expect.poll(() => wanted.textContent()).toContain('2345')
  // The part of a stage ends with it.
  await stage('Agent').getByRole('link', { name: 'Its end' }).click()
  await expect.poll(() => wanted.textContent()).toContain('the agent is done')
  expect(await stage('Agent').getByText('1 failed').count()).toBe(0)

  // The number of a line is its address.
  await stage('Agent')
    .locator('.line-number', { hasText: /^2990$/ })
    .click()
  await expect.poll(() => wanted.textContent()).toMatch(/^2990/)
  const link = page.url()
  await goTo('/work')
  await goTo(link)
  await expect.poll(() => wanted.textContent()).toMatch(/^2990/)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('mayday-run-1.log')
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain('setting up')
  expect(text).toContain('the agent is done')
  expect(text).toContain('1 failed, 7 passed')
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('a live log folds its stages as they come', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const untilThere = (file: string): string => `while [ ! -e ${file} ]; do sleep 0.1; done`
  const agent = `echo working; ${untilThere('go-on')}; echo the agent is done`
  const verify = `echo checking; ${untilThere('end')}; echo 8 passed in 0.4s`
  await project.say('add', 'Try', '--setup', 'echo setting up', '--verify', verify, '--', 'sh', '-c', agent)
  project.start(['work'], { MAYDAY_DIR: '' })
  const { page, goTo, complaints } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile.is-running').waitFor()
  await goTo('/runs/1/log')
  const stage = (name: string) => page.getByRole('region', { name, exact: true })
  const lines = (name: string) => stage(name).locator('.log-line')
  await lines('Agent').filter({ hasText: 'working' }).waitFor()
  expect(await lines('Agent').filter({ hasText: 'setting up' }).count()).toBe(0)
  expect(await stage('Agent').locator('.stage-head').textContent()).toMatch(/began \d\d:\d\d:\d\d · running$/)
  expect(await stage('Setup').locator('.log-text').count()).toBe(0)
  await stage('Setup').locator('.stage-head').click()
  await lines('Setup').filter({ hasText: 'setting up' }).waitFor()
  expect(await lines('Setup').count()).toBe(1)
  // The next stage opens when it begins, and the one before it folds.
  project.write('go-on', '')
  await lines('Final test').filter({ hasText: 'checking' }).waitFor()
  await stage('Agent').locator('.log-text').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Follow' }).waitFor()
  project.write('end', '')
  await lines('Final test').filter({ hasText: '8 passed' }).waitFor()
  await expect
    .poll(() => stage('Final test').locator('.stage-head').textContent())
    .toMatch(/exit 0 · .*took /)
  await page.getByRole('checkbox', { name: 'Follow' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
