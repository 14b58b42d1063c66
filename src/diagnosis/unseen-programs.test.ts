import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

/** The reason, or the verdict if there is none. */
const saidOf = async (lines: readonly string[]): Promise<string | null> => {
  const { verdict, reason } = await explain(bytesOf(`${lines.join('\n')}\n`), {})
  return verdict === 'failed' ? reason : verdict
}

const many = (line: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${line} ${at}`)

test.each([
  [
    'a copy of a step without the end of its header',
    'SETUP_FAILED',
    [
      '2026-01-01T10:00:00.0000000Z ##[group]Run shop migrate',
      'shell: /usr/bin/bash -e {0}',
      'env:',
      '  SHOP_URL: ***',
      'Error: cannot connect to the database of the shop',
      'Process completed with exit code 1.',
    ],
  ],
  [
    'an option that an agent rejects',
    'LAUNCH_REJECTED',
    ['Loop around Claude', "Error: Fast mode is not permitted with --plan 'free'"],
  ],
  ['a thing that is not found in a file', 'SETUP_FAILED', ['[ERROR] No stories found in .shop/stories.txt']],
  ['a failure handler that reports SIGTERM', 'INTERRUPTED', ['*** SIGTERM received at time=17 on cpu 4 ***']],
  ['a failure handler that reports a crash', 'WORKER_CRASHED', ['*** SIGSEGV (@0x0) received by PID 12 ***']],
  [
    'a package that opam cannot build',
    'SETUP_FAILED',
    [
      '#=== ERROR while compiling cart.1.2 ====#',
      '# Error:',
      '# /home/dev/cart.config:',
      '# No such file or directory',
    ],
  ],
  [
    'a push that is denied',
    'SETUP_FAILED',
    [
      'remote: Permission to shop/cart.git denied to bot.',
      "fatal: unable to access 'https://example.com/shop/cart.git/': The requested URL returned error: 403",
    ],
  ],
  [
    'a clone that fails after a push was denied',
    'GIT_CLONE_FAILED',
    [
      'remote: Permission to shop/cart.git denied to bot.',
      "fatal: unable to access 'https://example.com/shop/cart.git/': The requested URL returned error: 403",
      "Cloning into 'prices'...",
      "fatal: repository 'https://example.com/shop/prices.git/' not found",
    ],
  ],
  [
    'the first of two failures of Gradle',
    'SETUP_FAILED',
    [
      'FAILURE: Build completed with 2 failures.',
      '1: Task failed with an exception.',
      '* What went wrong:',
      "Plugin [id: 'cart-plugin'] was not found in any of the following sources:",
      '* Try:',
      '2: Task failed with an exception.',
      '* What went wrong:',
      "A problem occurred configuring project ':cart'.",
      '> compileSdkVersion is not specified.',
      'BUILD FAILED in 3s',
    ],
  ],
  [
    'a plan that a project must be on',
    'SETUP_FAILED',
    ['Error: Your project shop must be on the Gold plan.'],
  ],
  ['a pod that does not start', 'WORKER_CRASHED', ['shop-7d4   0/1   CrashLoopBackOff   3 (9s ago)   60s']],
  ['a link command of Swift', 'BROKEN_BUILD', ['<unknown>:0: error: link command failed with exit code 127']],
  [
    'a prompt that is too long',
    'CONTEXT_EXHAUSTED',
    ['Error: prompt token count of 140189 exceeds the limit of 64000'],
  ],
  [
    'an install long before the end',
    'undetermined',
    ['Bundle complete! 13 Gemfile dependencies, 62 gems now installed.', ...many('create app/cart', 30)],
  ],
  [
    'a field that says that nothing failed',
    'succeeded',
    ['PASS: all 12 checks passed', '- Failed phase: `none`'],
  ],
  [
    'a command that a long script did without',
    'succeeded',
    [
      './install.sh: line 62: pip3: command not found',
      ...many('compiling', 250),
      'Installation finished successfully!',
    ],
  ],
])('%s is %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})
