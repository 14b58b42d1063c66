import { expect, test } from 'vitest'
import { explain } from '../../tests/knowing-agents.ts'

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${lines.join('\n')}\n`)
}

const timed = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => `2026-01-02T10:00:00.1234567Z ${line}`)

const FAILED_SUMMARY = '==================== 1 failed, 11 passed in 0.31s ===================='

const GITHUB = {
  failed: timed([
    "Current runner version: '2.330.0'",
    '##[group]Run pytest',
    '##[endgroup]',
    FAILED_SUMMARY,
    '##[error]Process completed with exit code 1.',
    'Post job cleanup.',
    'Cleaning up orphan processes',
    'Terminate orphan process: pid (9884) (MSBuild)',
  ]),
  passed: timed([
    "Current runner version: '2.330.0'",
    '##[group]Run actions/checkout@v6',
    '##[endgroup]',
    'Syncing repository',
    '##[group]Run npm publish',
    '##[endgroup]',
    '+ shop@1.0.0',
    'Cleaning up orphan processes',
  ]),
}

const GITLAB = {
  failed: [
    'Running with gitlab-runner 17.0.0',
    'Executing "step_script" stage of the job script',
    '$ pytest',
    FAILED_SUMMARY,
    'ERROR: Job failed: exit code 1',
  ],
  passed: [
    'Running with gitlab-runner 17.0.0',
    'Executing "step_script" stage of the job script',
    '$ echo published',
    'published',
    'Job succeeded',
  ],
}

const JENKINS = {
  failed: ['Started by user dev', '+ pytest', FAILED_SUMMARY, 'Finished: FAILURE'],
  passed: ['Started by upstream project', '+ echo published', 'published', 'Finished: SUCCESS'],
}

test.each([
  ['GitHub Actions', GITHUB],
  ['GitLab', GITLAB],
  ['Jenkins', JENKINS],
])('a successful job of %s does not hide a failed one', async (_, { failed, passed }) => {
  const { reason, evidence } = await explain(bytesOf([...failed, ...passed]))
  const line = failed.findIndex((one) => one.includes(FAILED_SUMMARY)) + 1
  expect({ reason, line: evidence[0]?.line }).toEqual({ reason: 'TESTS_FAILED', line })
})

test.each([
  ['GitHub Actions', GITHUB],
  ['GitLab', GITLAB],
  ['Jenkins', JENKINS],
])('two successful jobs of %s are a success', async (_, { passed }) => {
  expect((await explain(bytesOf([...passed, ...passed]))).verdict).toBe('succeeded')
})
