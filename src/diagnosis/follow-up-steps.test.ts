import { expect, test } from 'vitest'
import { explain } from '../../tests/knowing-agents.ts'

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(lines.map((line) => `2026-01-02T10:00:00.1234567Z ${line}\n`).join(''))
}

const job = (...lines: string[]): AsyncGenerator<Uint8Array> =>
  bytesOf([
    "Current runner version: '2.330.0'",
    ...lines,
    'Post job cleanup.',
    'Cleaning up orphan processes',
  ])

const FAILED = '##[error]Process completed with exit code 1.'

test('a check of what was not built is no cause', async () => {
  const { reason, evidence, ci } = await explain(
    job(
      '##[group]Run west build -d /tmp/out',
      '##[endgroup]',
      'CMake Error at /src/shields.cmake:134 (message):',
      '  Invalid SHIELD; see above.',
      FAILED,
      '##[group]Run if ! grep COMPAT /tmp/out/.config',
      '##[endgroup]',
      'grep: /tmp/out/.config: No such file or directory',
      FAILED,
    ),
  )
  expect({ reason, line: evidence[0]?.line, step: ci?.step }).toEqual({
    reason: 'BROKEN_BUILD',
    line: 5,
    step: 'west build -d /tmp/out',
  })
})

test('a failed check after a good build is the cause', async () => {
  const { reason } = await explain(
    job(
      '##[group]Run make all',
      '##[endgroup]',
      'cc -c cart.c',
      '##[group]Run check links',
      '##[endgroup]',
      '2 failed, 11 passed in 0.31s',
      FAILED,
    ),
  )
  expect(reason).toBe('TESTS_FAILED')
})

const REFUSED = [
  '╷',
  '│ Error: Operation failed',
  '│ ',
  '│   on variables.tf line 82, in variable "size":',
  '│ ',
  '│ Error during operation: argument must not be null.',
  '╵',
  '##[error]Terraform exited with code 1.',
  FAILED,
]

test('what a validation refuses is a failed check', async () => {
  const { reason, evidence } = await explain(
    job('##[group]Run terraform validate', '##[endgroup]', ...REFUSED),
  )
  expect({ reason, line: evidence[0]?.line }).toEqual({ reason: 'TESTS_FAILED', line: 9 })
})

test('what an apply refuses is a failed setup', async () => {
  const { reason } = await explain(job('##[group]Run terraform apply', '##[endgroup]', ...REFUSED))
  expect(reason).toBe('SETUP_FAILED')
})
