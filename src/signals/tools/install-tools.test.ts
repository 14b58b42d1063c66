import { describe, expect, test } from 'vitest'
import { failuresIn, lastTold, toolOutput, toolSignals } from '../../../tests/tool-signals.ts'

/** Fixture, reader, decisive words, and whether the cause is transient. */
const FAILED: readonly (readonly [string, string, string, boolean])[] = [
  ['npm/e404', 'npm', 'E404: 404 Not Found - GET', false],
  ['npm/eresolve', 'npm', 'ERESOLVE could not resolve', false],
  ['npm/etarget', 'npm', 'No matching version found for left-pad@99', false],
  ['npm/bad-json', 'npm', 'Invalid package.json', false],
  ['npm/ci-nolock', 'npm', 'can only install with an existing package-lock.json', false],
  ['npm/lock-mismatch', 'npm', 'are in sync', false],
  ['npm/postinstall', 'npm', 'command sh -c exit 4', false],
  ['npm/refused', 'npm', 'connect ECONNREFUSED', true],
  ['npm/dns', 'npm', 'getaddrinfo ENOTFOUND', true],
  ['npm/debug-refused', 'npm', 'ECONNREFUSED', true],
  ['npm/debug-script', 'npm', 'command sh -c exit 4', false],
  ['pnpm/v9-e404', 'npm', 'ERR_PNPM_FETCH_404', false],
  ['pnpm/v9-frozen', 'npm', 'ERR_PNPM_OUTDATED_LOCKFILE', false],
  ['pnpm/v9-refused', 'npm', 'ERR_PNPM_META_FETCH_FAIL', true],
  ['pnpm/frozen', 'npm', 'ERR_PNPM_NO_LOCKFILE', false],
  ['yarn/e404', 'npm', 'Couldn\'t find package "nosuch-package-qqzx1"', false],
  ['yarn/frozen', 'npm', 'Your lockfile needs to be updated', false],
  ['yarn/refused', 'npm', 'connect ECONNREFUSED', true],
  ['bun/e404', 'npm', '- 404', false],
  ['bun/frozen', 'npm', 'lockfile is frozen', false],
  ['bun/refused', 'npm', 'ConnectionRefused downloading', true],
  ['pip/no-match', 'pip', 'No matching distribution found for nosuchdist', false],
  ['pip/refused', 'pip', '[Errno 111] Connection refused', true],
  ['pip/no-file', 'pip', 'Could not open requirements file', false],
  ['pip/bad-req', 'pip', 'Invalid requirement', false],
  ['pip/build-fail', 'pip', "No module named 'nosuchmodule_for_build'", false],
  ['apt/unknown', 'apt', 'Unable to locate package nosuchpackage', false],
  ['apt/version', 'apt', "Version '99' for 'bash' was not found", false],
  ['dpkg/missing', 'apt', 'cannot access archive', false],
  ['cargo/no-crate', 'cargo', 'no matching package named `serde_nosuch`', false],
  ['cargo/network', 'cargo', 'Could not connect to server', true],
  ['go/no-module', 'go', 'connection refused', true],
  ['maven/no-plugin', 'maven', 'could not be resolved', false],
  ['maven/network', 'maven', 'could not be resolved', true],
]

describe('failed installs', () => {
  test.each(FAILED)('%s: %s names the cause', async (name, by, words, passes) => {
    const signal = (await toolSignals(await toolOutput(name))).findLast((one) => one.detail.by === by)
    expect([signal?.what, signal?.detail.transient ?? false]).toEqual(['install-failed', passes])
    expect(signal?.message).toContain(words)
  })

  test.each([
    ['error: Failed to fetch: `http://registry.example/simple/six/`\n  Caused by: dns error', 'pip'],
    ['  × No solution found when resolving dependencies:\n  ╰─▶ Because six>2 was not found', 'pip'],
    ["Because app depends on six (^99) which doesn't match any versions, version solving failed.", 'pip'],
    ['PackagesNotFoundError: The following packages are not available from current channels:', 'pip'],
    ['ERROR: unable to select packages:\n  nosuch (no such package):\n    required by: world[nosuch]', 'apt'],
    ['Error: No available formula with the name "nosuch".', 'apt'],
    ['Error: Unable to find a match: nosuch', 'apt'],
    ['E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (apt-get)', 'apt'],
    ["Could not find gem 'nosuch' in locally installed gems.", 'ruby-php-elixir'],
    ['/src/app.csproj : error NU1101: Unable to find package nosuch. [/src/app.sln]', 'dotnet'],
  ])('%j is a failed install', async (output, by) => {
    expect((await lastTold(output, by))[0]).toBe('install-failed')
  })

  test('a step of an image build keeps its inner cause', async () => {
    const npm = (await toolOutput('npm/ci-nolock'))
      .trimEnd()
      .split('\n')
      .map((line) => `#9 1.204 ${line}`)
    const output = [
      ...npm,
      '#9 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
      '------',
      ' > [3/5] RUN npm ci:',
      '1.204 npm error Run "npm help ci" for more info',
      '------',
      'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
    ].join('\n')
    expect(await failuresIn(output)).toEqual(['npm: install-failed'])
    expect((await lastTold(output, 'npm'))[1]).toContain('existing package-lock.json')
  })
})

describe('installs that continued', () => {
  test.each(['npm/green', 'pnpm/v9-green', 'pnpm/green', 'yarn/green', 'bun/green', 'pip/green'])(
    '%s passed',
    async (name) => {
      const output = await toolOutput(name)
      expect((await toolSignals(output)).at(-1)?.what).toBe('install-passed')
      expect(await failuresIn(output)).toEqual([])
    },
  )

  test.each(['pip/retried-green', 'pip/conflict', 'apt/network'])(
    '%s: a recovered error is not reported',
    async (name) => {
      expect(await failuresIn(await toolOutput(name))).toEqual([])
    },
  )

  test('warnings of npm and apt do not count', async () => {
    const output =
      'npm warn ERESOLVE overriding peer dependency\nnpm WARN optional SKIPPING OPTIONAL DEPENDENCY: fsevents@1\nW: Failed to fetch http://registry.example/InRelease\nWARNING: Ignoring http://registry.example/alpine: temporary error'
    expect(await failuresIn(output)).toEqual([])
  })

  test('a later install resolves a failed wheel', async () => {
    expect(
      await failuresIn('  ERROR: Failed building wheel for old\nSuccessfully installed old-1.0'),
    ).toEqual([])
  })

  test('a failed script is not a failed install', async () => {
    expect(await failuresIn(await toolOutput('yarn/run-fail'))).toEqual(['npm: failure'])
    expect(await failuresIn(await toolOutput('npm/missing-script'))).toEqual(['npm: command-missing'])
  })

  test('another tool counting errors is not npm', async () => {
    expect(await failuresIn('1 error generated.\n3 error messages shown')).toEqual([])
  })
})
