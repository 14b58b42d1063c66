import { expect, test } from 'vitest'
import { cardProject } from '../card-project.ts'
import { agent } from '../task-repository.ts'
import { hasNoBrowser, serveBoard, TestBrowser } from './board-page.ts'

type Mode = {
  readonly title: string
  readonly options?: readonly string[]
  readonly command: readonly string[]
  readonly reason: string
  /** What the page of its run says of its end. */
  readonly ended: RegExp
}

const shell = (script: string): readonly string[] => ['sh', '-c', script]

/** One task for each way in which a run ends badly. Each may try once: what comes next is another test's business. */
const modes: readonly Mode[] = [
  {
    title: 'tests fail',
    command: shell('echo "[MAYDAY_FAILURE:TESTS_FAILED]"; exit 1'),
    reason: 'TESTS_FAILED',
    ended: /exit code 1/,
  },
  { title: 'nobody knows why', command: shell('echo hm; exit 3'), reason: 'UNKNOWN', ended: /exit code 3/ },
  {
    title: 'the worker is killed',
    command: shell('echo on; kill -KILL $$'),
    reason: 'WORKER_CRASHED',
    ended: /by SIGKILL/,
  },
  {
    title: 'the time is over',
    options: ['--timeout', '1s', '--grace', '1s'],
    command: shell('echo on; sleep 60'),
    reason: 'TIMEOUT',
    ended: /stopped at its time limit/,
  },
  {
    title: 'it stands still',
    options: ['--idle', '1s', '--grace', '1s'],
    command: shell('echo on; sleep 60'),
    reason: 'STALLED',
    ended: /stopped because it was silent/,
  },
  {
    title: 'no such program',
    command: ['/no/such/agent'],
    reason: 'LAUNCH_REJECTED',
    ended: /never started|exit code 127/,
  },
  {
    title: 'it gives up',
    command: shell('echo "[MAYDAY_FAILURE:AGENT_GAVE_UP]"; exit 1'),
    reason: 'AGENT_GAVE_UP',
    ended: /exit code 1/,
  },
  { title: 'nothing is changed', command: shell('echo all done'), reason: 'NO_CHANGES', ended: /./ },
  {
    title: 'verify fails',
    options: ['--verify', 'echo FAILED; exit 1'],
    command: shell('echo x >> made'),
    reason: 'TESTS_FAILED',
    ended: /exit code 1/,
  },
  {
    title: 'setup fails',
    options: ['--setup', 'exit 9'],
    command: shell('echo on'),
    reason: 'SETUP_FAILED',
    ended: /exit code 9/,
  },
  {
    title: 'not logged in',
    command: ['sh', agent('is-logged-out.sh')],
    reason: 'AUTH_FAILED',
    ended: /exit code 1/,
  },
]

test.skipIf(hasNoBrowser)('each failure mode appears with chip and reason', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  for (const { title, options = [], command } of modes)
    await project.say('add', title, '--attempts', '1', ...options, '--', ...command)
  const board = await serveBoard(project)
  const { page, goTo, shoot, complaints } = await browser.open(board)
  await page.getByRole('button', { name: 'Start the scheduler' }).waitFor()
  await page.locator('.grp', { hasText: `Queued${modes.length}, next in this order` }).waitFor()
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  for (const [at, { reason, ended, title }] of modes.entries()) {
    const tile = page.locator(`.tile:not(.is-running)[data-task="${at + 1}"]`)
    await tile.locator('.reason', { hasText: reason }).waitFor()
    await goTo(`/tasks/${at + 1}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.locator('.verdict .why-code', { hasText: reason }).waitFor()
    expect
      .soft([title, await page.locator('.rail').textContent()])
      .toEqual([title, expect.stringMatching(ended)])
    await goTo('/work')
  }
  await shoot('failure-modes')
  expect(complaints).toEqual([])
})

test.skipIf(hasNoBrowser)('a usage limit says until when it waits', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say(
    'add',
    'Wait for it',
    '--agent',
    'claude',
    '--',
    'sh',
    agent('hits-a-limit.sh'),
    '7200',
    '{prompt}',
  )
  const board = await serveBoard(project)
  const { page, goTo, shoot } = await browser.open(board)
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  const tile = page.locator('[data-task="1"]')
  await tile.locator('.reason', { hasText: 'USAGE_LIMIT' }).waitFor()
  expect(await tile.locator('.c-say').textContent()).toMatch(
    /^waits for the usage limit until (?:tomorrow )?\d\d:\d\d/,
  )
  await shoot('usage-limit')
  await goTo('/')
  await page.locator('.gate', { hasText: '1 task waits' }).waitFor()
})

test.skipIf(hasNoBrowser)('a retry counts down on the page', async () => {
  await using project = await cardProject()
  await using browser = await TestBrowser.start()
  await project.say('add', 'Meet a dead provider', '--', 'sh', agent('meets-a-dead-provider.sh'))
  const board = await serveBoard(project)
  const { page } = await browser.open(board)
  project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  const next = page.locator('[data-task="1"] .c-say', { hasText: 'retries in' })
  await next.waitFor()
  const first = await next.textContent()
  expect(first).toMatch(/^retries in \d:\d\d/)
  await expect.poll(() => next.textContent(), { timeout: 10_000 }).not.toBe(first)
  expect(await next.textContent()).toMatch(/^retries in \d:\d\d/)
})
