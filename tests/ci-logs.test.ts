import { describe, expect, test } from 'vitest'
import { explain } from '../src/agents/explain.ts'
import type { Explanation } from '../src/diagnosis/explain.ts'
import { bytesOf } from './bytes-of.ts'

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, '0')}.1234567Z`

/** A raw log of one job. */
const raw = (...lines: readonly string[]): string =>
  lines.map((line, index) => `${at(index)} ${line}\n`).join('')

/** The same as `gh run view --log` prints it. */
const viewed = (job: string, steps: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(steps)
    .flatMap(([step, lines]) => lines.map((line, index) => `${job}\t${step}\t${at(index)} ${line}\n`))
    .join('')

const run = (command: string): readonly string[] => [
  `##[group]Run ${command}`,
  command,
  'shell: /usr/bin/bash -e {0}',
  '##[endgroup]',
]
const failing = [
  'FAILED tests/test_cart.py::test_total - assert 3 == 4',
  '=== 1 failed, 11 passed in 1.20s ===',
]
const exit = (code: number): string => `##[error]Process completed with exit code ${code}.`
const cleanup = ['Post job cleanup.', '[command]/usr/bin/git version', 'Cleaning up orphan processes']

const explained = async (log: string): Promise<Explanation> => explain(bytesOf(log))

describe('a raw log of GitHub Actions', () => {
  test('names the step and the line that proves it', async () => {
    const log = raw(...run('npm ci'), 'added 3 packages', ...run('pytest'), ...failing, exit(1), ...cleanup)
    const found = await explained(log)
    expect(found).toMatchObject({ verdict: 'failed', reason: 'TESTS_FAILED' })
    expect(found.ci).toEqual({ system: 'github-actions', job: null, step: 'pytest' })
    const line = found.evidence[0]?.line ?? 0
    expect(log.split('\n')[line - 1]).toContain('1 failed, 11 passed')
    const offset = found.evidence[0]?.byteOffset ?? 0
    expect(log.slice(offset)).toMatch(/^=== 1 failed/)
  })

  test('is a success when it ends cleanly', async () => {
    const log = raw(
      ...run('pytest'),
      'ERROR is a word that the tests print',
      '=== 12 passed in 1.20s ===',
      ...cleanup,
    )
    expect(await explained(log)).toMatchObject({ verdict: 'succeeded', rule: 'success.ci' })
  })

  test('ignores errors that cleanup prints', async () => {
    const log = raw(
      ...run('pytest'),
      ...failing,
      exit(1),
      'Post job cleanup.',
      '/usr/bin/bash: xvfb: command not found',
      'Cleaning up orphan processes',
    )
    expect(await explained(log)).toMatchObject({ reason: 'TESTS_FAILED' })
  })

  test('ignores failures that the job allows', async () => {
    const log = raw(
      ...run('npm audit'),
      '3 vulnerabilities',
      exit(1),
      ...run('npm ci'),
      'added 3 packages',
      ...cleanup,
    )
    expect(await explained(log)).toMatchObject({ verdict: 'succeeded' })
  })

  test('keeps a failure followed only by uploads', async () => {
    const log = raw(
      ...run('pytest'),
      ...failing,
      exit(1),
      ...run('actions/upload-artifact@v4'),
      'Artifact uploaded',
      ...cleanup,
    )
    expect(await explained(log)).toMatchObject({ reason: 'TESTS_FAILED' })
  })

  test('reads an annotation at the end as failure', async () => {
    const log = raw(...run('acme/deploy@v1'), '##[error]connect ECONNREFUSED 10.0.0.1:443', ...cleanup)
    expect(await explained(log)).toMatchObject({ verdict: 'failed' })
  })

  test('ignores claims that the script prints', async () => {
    const log = raw('##[group]Run echo', 'echo "FATAL: disk is full"', '##[endgroup]', 'hello', ...cleanup)
    expect(await explained(log)).toMatchObject({ verdict: 'succeeded' })
  })

  test('that was cut off proves nothing', async () => {
    expect(await explained(raw(...run('npm ci'), 'added 3 packages'))).toMatchObject({
      verdict: 'undetermined',
    })
  })
})

describe('the output of gh run view', () => {
  const good = viewed('lint', {
    'Run lint': [...run('npm run lint'), 'clean'],
    'Complete job': ['Cleaning up orphan processes'],
  })

  test('names the job and the step', async () => {
    const log =
      good +
      viewed('test (20)', {
        'Run tests': [...run('pytest'), ...failing, exit(1)],
        'Complete job': ['Cleaning up orphan processes'],
      })
    expect((await explained(log)).ci).toEqual({
      system: 'github-actions',
      job: 'test (20)',
      step: 'Run tests',
    })
  })

  test('prefers the step with the cause', async () => {
    const log =
      viewed('test', { 'Run tests': [...run('pytest'), ...failing, exit(1)] }) +
      viewed('all green', { Gate: ['one of the jobs failed', exit(1)] })
    const found = await explained(log)
    expect(found.ci).toEqual({
      system: 'github-actions',
      job: 'test',
      step: 'Run tests',
      others: [{ job: 'all green', step: 'Gate', reason: 'UNKNOWN' }],
    })
  })

  test('a canceled job is not the cause', async () => {
    const log =
      viewed('b', { Build: ['Compiling', '##[error]The operation was canceled.'] }) +
      viewed('a', { 'Run tests': [...run('pytest'), ...failing, exit(1)] })
    expect(await explained(log)).toMatchObject({ reason: 'TESTS_FAILED', ci: { job: 'a' } })
  })

  test('agrees with the log without prefixes', async () => {
    const text = [...run('pytest'), ...failing, exit(1)]
    const plain = await explained(failing.join('\n'))
    const prefixed = await explained(viewed('test', { 'Run tests': text }))
    expect({ reason: prefixed.reason, excerpt: prefixed.evidence[0]?.excerpt }).toEqual({
      reason: plain.reason,
      excerpt: plain.evidence[0]?.excerpt,
    })
  })

  test('reads a command that resembles an agent', async () => {
    const talk = [
      'Claude asks for a worker, iteration 1 of 3',
      'Error: Worker restarted while the job was running.',
    ]
    const log = viewed('build', { 'Run job': [...run('acme job'), ...talk, exit(1)] })
    expect(await explained(log)).toMatchObject({ reason: 'SANDBOX_ERROR' })
    expect(await explained(`${talk.join('\n')}\n`)).toMatchObject({ reason: 'SANDBOX_ERROR' })
  })
})
