import { appendFileSync, openSync, rmSync, writeSync, closeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cardProject, LOCKS } from '../card-project.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

const MEGABYTE =
  'a line of a long log that says nothing at all, again and again and again, on and on\n'.repeat(12_500)

test.skipIf(hasNoBrowser)('View logs opens at the deciding line', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const script = 'seq 1 20000; echo "[MAYDAY_FAILURE:TESTS_FAILED]"; seq 1 20000; exit 1'
  await project.mayday(['run', '--', 'sh', '-c', script], { MAYDAY_DIR: '' })
  const { page, shoot, complaints } = await browser.open(await serveBoard(project), '/runs/1')
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  const wanted = page.locator('.log-line.is-wanted')
  await wanted.waitFor()
  expect(await wanted.textContent()).toBe('20001[MAYDAY_FAILURE:TESTS_FAILED]')
  // Its cause is above it.
  await page.locator('.log-line', { hasText: /^20000/ }).waitFor()
  const box = await wanted.boundingBox()
  expect(box?.y).toBeGreaterThan(200)
  expect(box?.y).toBeLessThan(800)
  await shoot('log-at-the-line')
  await page.keyboard.press('1')
  await page.getByRole('link', { name: /^Open in the log/ }).click()
  await wanted.waitFor()
  expect(page.url()).toMatch(/\/log\?at=\d+$/)
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('a live log follows what is printed', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const script =
    'i=0; while [ ! -e go-on ]; do i=$((i+1)); printf "\\033[32mstep\\033[0m %s\\n" $i; sleep 0.2; done'
  project.start(['run', '--', 'sh', '-c', script], { MAYDAY_DIR: '' })
  const board = await serveBoard(project)
  const { page, goTo, shoot } = await browser.open(board, '/work')
  await page.locator('.tile.is-running').waitFor()
  await goTo('/runs/1/log?at=end')
  await page.locator('.log-line', { hasText: /step 15$/ }).waitFor()
  expect(await page.getByLabel('Follow').isChecked()).toBe(true)
  expect(await page.locator('.log-line .a-2').first().textContent()).toBe('step')
  const numbers = (await page.locator('.log-line .line-text').allTextContents()).map((text) =>
    Number(text.slice(5)),
  )
  expect(numbers).toEqual(numbers.map((_, i) => i + 1))
  await shoot('log-follows')
})

test.skipIf(hasNoBrowser)('a live log goes on after scrolling back', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const script = 'i=0; while [ ! -e go-on ]; do i=$((i+1)); echo "step $i"; sleep 0.05; done'
  project.start(['run', '--', 'sh', '-c', script], { MAYDAY_DIR: '' })
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile.is-running').waitFor()
  await goTo('/runs/1/log?at=end')
  await page.locator('.log-line', { hasText: 'step 80' }).waitFor()
  const follow = page.getByLabel('Follow')
  expect(await follow.isChecked()).toBe(true)
  await page.locator('.log-text').hover()
  await page.mouse.wheel(0, -600)
  await expect.poll(() => follow.isChecked()).toBe(false)
  await page.mouse.wheel(0, 100_000)
  const last = await page.locator('.log-line .line-text').last().textContent()
  const later = Number(last?.slice('step '.length)) + 40
  await page.locator('.log-line', { hasText: `step ${later}` }).waitFor()
  await expect.poll(() => follow.isChecked()).toBe(true)
})

test.skipIf(hasNoBrowser)('a live log grows also from its beginning', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const script = 'echo first; until [ -e more ]; do sleep 0.05; done; echo second; sleep 60'
  project.start(['run', '--', 'sh', '-c', script], { MAYDAY_DIR: '' })
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile.is-running', { hasText: 'first' }).waitFor()
  await goTo('/runs/1/log?at=start')
  await page.locator('.log-line', { hasText: 'first' }).waitFor()
  project.write('more', '')
  await page.locator('.log-line', { hasText: 'second' }).waitFor()
})

test.skipIf(hasNoBrowser)('result.json appears when the run has ended', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  project.start(['run', '--', './lasts.sh'], { MAYDAY_DIR: '' })
  const { page, goTo } = await browser.open(await serveBoard(project), '/work')
  await page.locator('.tile.is-running').waitFor()
  // As the first edition linked to it.
  await goTo('#/?log=1/result')
  await page.getByText('Run id').waitFor()
  const result = page.getByRole('link', { name: 'result.json' })
  expect(await result.count()).toBe(0)
  project.write('go-on', '')
  await result.waitFor()
  const answer = await page.request.get(new URL((await result.getAttribute('href')) ?? '', page.url()).href)
  expect(await answer.json()).toMatchObject({ status: 'succeeded' })
})

test.skipIf(hasNoBrowser)('a missing log says that and why', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', './fails.sh'], { MAYDAY_DIR: '' })
  await project.mayday(['run', '--', '/no/such/agent'], { MAYDAY_DIR: '' })
  for (const folder of project.folders()) rmSync(`${folder}/worker.log`, { force: true })
  const { page, goTo } = await browser.open(await serveBoard(project), '/runs/1/log?at=start')
  const text = page.locator('.empty')
  await text.getByText('Run 1 has no log any more: its file is not there').waitFor()
  await goTo('/runs/2/log?at=end')
  await text.getByText('Run 2 has no log: its command was not started').waitFor()
  await goTo('/runs/99/log')
  await page.getByText('There is no run 99').waitFor()
  expect(await page.getByText('Reading').count()).toBe(0)
  await goTo('/runs/1/facts')
  await page.getByText('Run 1 has no log any more').waitFor()
})

test.skipIf(hasNoBrowser)('an agent that retries by itself is seen to', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  const print = (line: object): string => `echo '${JSON.stringify({ session_id: 's', ...line })}'`
  const retry = {
    attempt: 4,
    max_retries: 10,
    retry_delay_ms: 3_600_000,
    error_status: 429,
    error: 'rate_limit',
  }
  const script = [
    print({ type: 'system', subtype: 'init', model: 'm', apiKeySource: 'none' }),
    print({ type: 'system', subtype: 'api_retry', ...retry }),
    'until [ -e go-on ]; do sleep 0.1; done',
    print({ type: 'assistant', message: { id: 'm1', content: [{ type: 'text', text: 'It went on.' }] } }),
    'until [ -e end ]; do sleep 0.1; done',
  ].join('\n')
  project.start(['run', '--', 'sh', '-c', script], { MAYDAY_DIR: '' })
  const { page, goTo, shoot } = await browser.open(await serveBoard(project), '/work')
  const says = page.locator('.tile .c-say', { hasText: 'Retrying' })
  await says.waitFor()
  expect(await says.textContent()).toMatch(/^Retrying · 429, attempt 4 of 10, next in (?:59 min|1 h)/)
  await goTo('/runs/1')
  await page.locator('.panel .says', { hasText: 'retrying 429, attempt 4 of 10' }).waitFor()
  await goTo('/runs/1/facts')
  await page.getByText('the agent is retrying 429, attempt 4 of 10, next in 1 h').waitFor()
  await goTo('/work')
  await shoot('retrying')
  project.write('go-on', '')
  await says.waitFor({ state: 'detached' })
  project.write('end', '')
})

test.skipIf(hasNoBrowser)('a log over a gigabyte is read in windows', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', 'sh', '-c', 'echo the first line; exit 3'], { MAYDAY_DIR: '' })
  const [folder = ''] = project.folders()
  const file = openSync(`${folder}/worker.log`, 'a')
  for (let i = 0; i < 1040; i += 1) writeSync(file, MEGABYTE)
  closeSync(file)
  appendFileSync(`${folder}/worker.log`, 'a needle at the end\n')
  const { page, goTo } = await browser.open(await serveBoard(project), '/runs/1/log?at=start')
  await page.locator('.log-line', { hasText: 'the first line' }).waitFor()
  await goTo('/runs/1/log?at=end')
  await page.locator('.log-line', { hasText: 'a needle at the end' }).waitFor()
  expect(await page.locator('.log-line').count()).toBeLessThan(6100)
  await page.getByLabel('Search in the log').last().fill('the first LINE')
  await page.keyboard.press('Enter')
  await page.locator('.log-line.is-wanted', { hasText: 'the first line' }).waitFor()
})

test.skipIf(hasNoBrowser)('searching finds, marks and goes to a line', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.mayday(['run', '--', 'sh', '-c', 'seq 1 30000; exit 3'], { MAYDAY_DIR: '' })
  const { page } = await browser.open(await serveBoard(project), '/runs/1/log?at=end')
  await page.locator('.log-line', { hasText: /30000$/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await page.locator('.log-line.is-wanted', { hasText: '12345' }).waitFor()
  expect(await page.locator('mark').first().textContent()).toBe('12345')
  expect(await page.locator('.log-search output').textContent()).toBe('1 of 1 match')
})

const EVIL = [
  '<script>window.wasRun = 1</script>',
  '<img src=x onerror="window.wasRun = 2">',
  '"><svg onload=window.wasRun=3>',
  '<b class="made-bold">bold</b>',
].join(' ')

test.skipIf(hasNoBrowser)('markup in a log and a card stays text', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  project.write(LOCKS, project.read(LOCKS).replace('# Locks', `# ${EVIL}`))
  project.write(
    'evil.sh',
    `#!/bin/sh\ncat <<'E'\n${EVIL}\n[MAYDAY_FAILURE:TESTS_FAILED]\nFAILURE_REASON: ${EVIL}\nE\nexit 1\n`,
  )
  await project.say('add', EVIL, '--attempts', '1', '--', 'sh', 'evil.sh')
  await project.mayday(['work'], { MAYDAY_DIR: '' })
  const { page, goTo } = await browser.open(await serveBoard(project), '/tasks/1')
  const places = ['/runs/1/why', '/runs/1/facts', `/cards?card=${LOCKS}`, '/failures', '/runs', '/runs/1/log']
  for (const hash of places) {
    await goTo(hash)
    await page.waitForTimeout(300)
    const made = page.locator('.made-bold, main img, main script, dialog img')
    const wasRun: unknown = await page.evaluate('window.wasRun ?? null')
    expect({ hash, made: await made.count(), wasRun }).toEqual({ hash, made: 0, wasRun: null })
  }
  await page.locator('.log-line', { hasText: '<img src=x onerror=' }).first().waitFor()
})
