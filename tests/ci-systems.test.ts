import { describe, expect, test } from 'vitest'
import { explain } from '../src/agents/explain.ts'
import type { Explanation } from '../src/diagnosis/explain.ts'
import { bytesOf } from './bytes-of.ts'

const explained = async (log: string): Promise<Explanation> => explain(bytesOf(log))

const failing = [
  'FAILED tests/test_cart.py::test_total - assert 3 == 4',
  '=== 1 failed, 11 passed in 1.20s ===',
]
const passing = ['=== 12 passed in 1.20s ===']
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`

/** A log of one CI system. The output of its last step is inserted, and it ends well or badly. */
type Sample = {
  readonly system: string
  readonly step: string | null
  readonly log: (output: readonly string[], passed: boolean) => string
}

const section = (name: string): string => `section_start:1700000000:${name}\r\u001B[0K`

const samples: readonly Sample[] = [
  {
    system: 'gitlab',
    step: 'step_script',
    log: (output, passed) =>
      lines(
        '\u001B[0KRunning with gitlab-runner 17.0.0 (abc)\u001B[0;m',
        `${section('get_sources')}\u001B[0KGetting source from Git repository`,
        `section_end:1700000001:get_sources\r\u001B[0K${section('step_script')}\u001B[0KExecuting "step_script" stage of the job script`,
        '\u001B[32;1m$ pytest\u001B[0;m',
        ...output,
        `${section('upload_artifacts_on_failure')}Uploading artifacts for failed job`,
        'WARNING: report.xml: no matching files. ERROR: No files to upload',
        passed
          ? '\u001B[32;1mJob succeeded\u001B[0;m'
          : '\u001B[31;1mERROR: Job failed: exit code 1\u001B[0;m',
      ),
  },
  {
    system: 'jenkins',
    step: 'Test',
    log: (output, passed) =>
      lines(
        'Started by user dev',
        '[Pipeline] Start of Pipeline',
        '[Pipeline] { (Build)',
        '+ make',
        '[Pipeline] { (Test)',
        '+ pytest',
        ...output,
        '[Pipeline] { (Deploy)',
        'Stage "Deploy" skipped due to earlier failure(s)',
        '[Pipeline] { (Declarative: Post Actions)',
        'sh: 1: notify: not found',
        '[Pipeline] End of Pipeline',
        passed ? 'Finished: SUCCESS' : 'Finished: FAILURE',
      ),
  },
  {
    system: 'azure-pipelines',
    step: 'Test',
    log: (output, passed) =>
      lines(
        ...[
          '##[section]Starting: Build',
          'compiled',
          '##[section]Finishing: Build',
          '##[section]Starting: Test',
          '==============================================================================',
          'Description  : Run a command. ERROR handling: stop',
          '==============================================================================',
          ...output,
          ...(passed ? [] : ["##[error]Bash exited with code '1'."]),
          '##[section]Finishing: Test',
          '##[section]Starting: Finalize Job',
          '##[section]Finishing: Finalize Job',
        ].map((line) => `2026-03-01T10:00:00.1234567Z ${line}`),
      ),
  },
  {
    system: 'travis',
    step: 'pytest',
    log: (output, passed) =>
      lines(
        'travis_fold:start:git.checkout\r\u001B[0K$ git clone https://example.org/a.git',
        'travis_fold:end:git.checkout\r\u001B[0K',
        '$ pytest',
        ...output,
        `The command "pytest" exited with ${passed ? 0 : 1}.`,
        'travis_fold:start:after_failure\r\u001B[0K$ cat log',
        'sh: 1: tell: not found',
        `Done. Your build exited with ${passed ? 0 : 1}.`,
      ),
  },
  {
    system: 'circleci',
    step: null,
    log: (output, passed) =>
      lines('#!/bin/bash -eo pipefail', 'pytest', ...output, `CircleCI received exit code ${passed ? 0 : 1}`),
  },
  {
    system: 'appveyor',
    step: 'Test',
    log: (output, passed) =>
      lines(
        'Build started',
        'Running Install scripts',
        'ok',
        'Running Test scripts',
        ...output,
        passed ? 'Build success' : 'Command exited with code 1',
      ),
  },
  {
    system: 'act',
    step: 'Run tests',
    log: (output, passed) =>
      lines(
        '[CI/test] 🚀  Start image=node:20',
        '[CI/test] ⭐ Run Main Run tests',
        '[CI/test]   🐳  docker exec cmd=[bash -e run.sh]',
        ...output.map((line) => `[CI/test]   | ${line}`),
        passed
          ? '[CI/test]   ✅  Success - Main Run tests [1.2s]'
          : '[CI/test]   ❌  Failure - Main Run tests [1.2s]',
        ...(passed ? [] : ["[CI/test] exitcode '1': failure"]),
        `[CI/test] 🏁  Job ${passed ? 'succeeded' : 'failed'}`,
      ),
  },
  {
    system: 'cloud-build',
    step: 'test',
    log: (output, passed) =>
      lines(
        'starting build "00000000-0000-0000-0000-000000000000"',
        'FETCHSOURCE',
        'BUILD',
        'Starting Step #0 - "install"',
        'Step #0 - "install": added 3 packages',
        'Finished Step #0 - "install"',
        'Starting Step #1 - "test"',
        ...output.map((line) => `Step #1 - "test": ${line}`),
        ...(passed
          ? ['Finished Step #1 - "test"', 'PUSH', 'DONE']
          : ['ERROR', 'ERROR: build step 1 "python" failed: step exited with non-zero status: 1']),
      ),
  },
  {
    system: 'codebuild',
    step: 'pytest',
    log: (output, passed) => {
      const own = (text: string): string => `[Container] 2026/01/01 10:00:00.123456 ${text}`
      return lines(
        own('Waiting for agent ping'),
        own('Entering phase BUILD'),
        own('Running command pytest'),
        ...output,
        ...(passed
          ? [own('Phase complete: BUILD State: SUCCEEDED')]
          : [
              own('Command did not exit successfully pytest exit status 1'),
              own('Phase complete: BUILD State: FAILED'),
              own(
                'Phase context status code: COMMAND_EXECUTION_ERROR Message: Error while executing command',
              ),
            ]),
        own('Entering phase POST_BUILD'),
        own('Phase complete: POST_BUILD State: SUCCEEDED'),
      )
    },
  },
]

describe.each(samples)('$system', ({ system, step, log }) => {
  test('names the step that failed and its line', async () => {
    const text = log(failing, false)
    const found = await explained(text)
    expect(found).toMatchObject({ verdict: 'failed', reason: 'TESTS_FAILED', ci: { system, step } })
    expect(text.split('\n')[(found.evidence[0]?.line ?? 0) - 1]).toContain('1 failed, 11 passed')
  })

  test('is a success by its final line', async () => {
    const found = await explained(log(passing, true))
    expect(found).toMatchObject({ verdict: 'succeeded', rule: 'success.ci' })
  })

  test('fails without a stated cause', async () => {
    const found = await explained(log(['working', 'still working'], false))
    expect(found).toMatchObject({ verdict: 'failed', confidence: 'low' })
    expect(['UNKNOWN', 'TESTS_FAILED']).toContain(found.reason)
  })
})

describe('systems without a good ending', () => {
  test.each([
    [
      'teamcity',
      '1/2: Test',
      ['Step 1/2: Test', ...failing, 'Process exited with code 1'].map(
        (line) => `[10:00:00]W:\t [Step 1/2] ${line}`,
      ),
    ],
    [
      'buildkite',
      ':pytest: Tests',
      [
        '~~~ Preparing working directory',
        '$ git fetch',
        '+++ :pytest: Tests',
        ...failing,
        '🚨 Error: The command exited with status 1',
        '~~~ Running global pre-exit hook',
        'sh: 1: tell: not found',
      ],
    ],
    [
      'drone',
      'test',
      [
        ...['+ make', 'ok'].map((line, at) => `[build:${at}] ${line}`),
        ...['+ pytest', ...failing].map((line, at) => `[test:${at}] ${line}`),
      ],
    ],
    [
      'bitbucket',
      'pytest',
      [
        '+ umask 000',
        '+ pytest',
        ...failing,
        'Searching for test report files in directories named [test-results]',
        'Skipping cache upload for failed step',
      ],
    ],
  ])('%s names the step', async (system, step, log) => {
    expect(await explained(lines(...log))).toMatchObject({ reason: 'TESTS_FAILED', ci: { system, step } })
  })

  test('buildkit reads the failed step among others', async () => {
    const log = lines(
      '#1 [internal] load build definition from Dockerfile',
      '#1 DONE 0.0s',
      '#7 [web 2/4] RUN npm ci',
      '#8 [api 2/4] RUN pytest',
      '#7 1.100 npm warn deprecated a@1',
      ...failing.map((line) => `#8 2.100 ${line}`),
      '#8 ERROR: process "/bin/sh -c pytest" did not complete successfully: exit code: 1',
      '#7 CANCELED',
      '------',
      'ERROR: failed to solve: process "/bin/sh -c pytest" did not complete successfully: exit code: 1',
    )
    expect(await explained(log)).toMatchObject({
      reason: 'TESTS_FAILED',
      ci: { system: 'buildkit', job: '#8', step: '[api 2/4] RUN pytest' },
    })
  })

  test('tekton names the task and its step', async () => {
    const log = lines(
      '[build : compile] ok',
      ...failing.map((line) => `[test : pytest] ${line}`),
      'container step-pytest has failed  : [{"exitCode":1}]',
    )
    expect(await explained(log)).toMatchObject({
      reason: 'TESTS_FAILED',
      ci: { system: 'tekton', step: 'test pytest' },
    })
  })

  test('a service that dies after its build failed', async () => {
    const log = lines(
      '#1 [internal] load build definition from Dockerfile',
      '#1 DONE 0.0s',
      '#2 naming to docker.io/library/cart done',
      '#2 DONE 0.1s',
      'cart-1  | Error: listen EADDRINUSE: address already in use :::3000',
      '\r\u001B[Kcart-1 exited with code 1 (restarting)',
    )
    expect(await explained(log)).toMatchObject({ verdict: 'failed', reason: 'SETUP_FAILED' })
  })

  test('a truncated solve message names no cause', async () => {
    const log = lines(
      '#1 [internal] load build definition from Dockerfile',
      '#1 DONE 0.0s',
      '#2 [2/2] RUN mvn package',
      '#2 44.81 [ERROR] COMPILATION ERROR : ',
      '#2 44.81 [ERROR] /app/Cart.java:[3,7] cannot find symbol',
      '#2 44.81 [INFO] BUILD FAILURE',
      '#2 ERROR: process "/bin/sh -c mvn ',
      'package" did not complete successfully: exit code: 1',
      'ERROR: failed to build: failed to solve: process ',
      '"/bin/sh -c mvn package" did not complete ',
      'successfully: exit code: 1',
    )
    expect(await explained(log)).toMatchObject({ verdict: 'failed', reason: 'BROKEN_BUILD' })
  })

  test('jenkins reads its marks after hidden notes', async () => {
    const note = `\u001B[8mha:////4${'A'.repeat(40)}==\u001B[0m`
    const log = lines(
      'Started by user dev',
      `${note}[Pipeline] { (Test)`,
      ...failing,
      `${note}[Pipeline] { (Declarative: Post Actions)`,
      'Error response from daemon: No such image: cart:latest',
      'Finished: FAILURE',
    )
    expect(await explained(log)).toMatchObject({ reason: 'TESTS_FAILED', ci: { step: 'Test' } })
  })

  test('lines after a failed jenkins step explain nothing', async () => {
    const log = lines(
      'Started by user dev',
      ...failing,
      "Build step 'Execute shell' marked build as failure",
      'sh: 1: notify: not found',
    )
    expect(await explained(log)).toMatchObject({ reason: 'TESTS_FAILED', ci: { system: 'jenkins' } })
  })

  test('a full disk in a warning explains a canceled task', async () => {
    const log = lines(
      '##[section]Starting: Initialize job',
      "##[warning]Failed to download task 'Cart'. Error There is not enough space on the disk.",
      '##[error]A task was canceled.',
      '##[section]Finishing: Initialize job',
    )
    expect(await explained(log)).toMatchObject({ reason: 'DISK_FULL' })
  })

  test('nix reads the quoted end of the log', async () => {
    const log = lines(
      "error: builder for '/nix/store/00000000000000000000000000000000-cart-1.0.drv' failed with exit code 1;",
      '       last 3 log lines:',
      '       > running tests',
      ...failing.map((line) => `       > ${line}`),
      "       For full logs, run 'nix log /nix/store/00000000000000000000000000000000-cart-1.0.drv'.",
    )
    expect(await explained(log)).toMatchObject({
      reason: 'TESTS_FAILED',
      ci: { system: 'nix', step: 'cart-1.0' },
    })
  })
})

test('a timeout of the system is a timeout', async () => {
  const log = lines(
    'Running with gitlab-runner 17.0.0',
    'Executing "step_script" stage of the job script',
    '$ pytest',
    'ERROR: Job failed: execution took longer than 1h0m0s seconds',
  )
  expect(await explained(log)).toMatchObject({ reason: 'TIMEOUT' })
})
