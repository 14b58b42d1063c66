/** The announced next step follows the project's policy. */
import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { repository } from './task-repository.ts'

const claim = (word: string): string[] => ['--', 'sh', '-c', `echo "[MAYDAY_FAILURE:${word}]"; exit 1`]

it('the next step follows the configured policy', async () => {
  await using project = await repository()
  const policy = 'policy:\n  TESTS_FAILED: {retries: 4}\n  AGENT_GAVE_UP: {retries: 0}\n'
  const own = '  DEPLOY_BLOCKED: {retries: 3, backoff: true}\nreasons:\n  DEPLOY_BLOCKED: {plan: retry}\n'
  await writeFile(project.file('mayday.yaml'), policy + own)
  const { stdout } = await project.mayday(['run', ...claim('TESTS_FAILED')])
  expect(stdout).toContain('Next: retry: try again, at most 4 times, then ask a person.')
  const ended = async (word: string): Promise<unknown> => {
    const { stdout: lines } = await project.mayday(['run', '--json', ...claim(word)])
    return JSON.parse(lines.trim().split('\n').at(-1) ?? '')
  }
  expect(await ended('TESTS_FAILED')).toMatchObject({ plan: { kind: 'retry', retries: 4 } })
  expect(await ended('AGENT_GAVE_UP')).toMatchObject({ plan: { kind: 'escalate', words: 'ask a person' } })
  expect(await ended('DEPLOY_BLOCKED')).toMatchObject({ plan: { retries: 3, backoff: true } })
  const listed = await project.mayday(['reasons', 'TESTS_FAILED'])
  expect(listed.stdout).toContain('Next: retry: try again, at most 4 times, then ask a person.')
})

it('a plan that asks a person retries nothing', async () => {
  await using project = await repository()
  await writeFile(project.file('mayday.yaml'), 'policy: {TESTS_FAILED: {plan: escalate}}\n')
  const { stdout } = await project.mayday(['run', '--json', ...claim('TESTS_FAILED')])
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    plan: { kind: 'escalate', retries: 0 },
  })
})

it('explain follows the policy of its project', async () => {
  await using project = await repository()
  await writeFile(project.file('mayday.yaml'), 'policy: {TESTS_FAILED: {retries: 4}}\n')
  await writeFile(project.file('run.log'), '[MAYDAY_FAILURE:TESTS_FAILED]\n')
  const { stdout } = await project.mayday(['explain', '--exit-code', '1', 'run.log'])
  expect(stdout).toContain('retry: try again, at most 4 times, then ask a person.')
})

it('explain says why it takes the default', async () => {
  await using project = await repository()
  await writeFile(project.file('mayday.yaml'), 'policy: {NO_SUCH: {retries: 4}}\n')
  await writeFile(project.file('run.log'), '[MAYDAY_FAILURE:TESTS_FAILED]\n')
  const { code, stdout, stderr } = await project.mayday(['explain', '--exit-code', '1', 'run.log'])
  expect(code).toBe(0)
  expect(stdout).toContain('TESTS_FAILED')
  expect(stderr).toMatch(/^mayday: the next step is the default one: \S+mayday\.yaml:1:/)
})
