import { describe, expect, test } from 'vitest'
import { failuresIn, lastTold, toolOutput } from '../../../tests/tool-signals.ts'

describe('memory', () => {
  test.each(['node/heap', 'memory/java', 'memory/java-native', 'python/memory'])(
    '%s is out of memory',
    async (name) => {
      expect((await lastTold(await toolOutput(name), 'memory'))[0]).toBe('out-of-memory')
    },
  )

  test.each([
    '[1234.5] Out of memory: Killed process 4242 (node) total-vm:9000kB',
    'fatal error: runtime: out of memory',
    'RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB',
    'bash: fork: Cannot allocate memory',
    'PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in /a.php on line 3',
    'c:\\src\\a.h(5,3): fatal error C1060: compiler is out of heap space [c:\\src\\a.vcxproj]',
  ])('%j is out of memory', async (output) => {
    expect(await failuresIn(output)).toEqual(['memory: out-of-memory'])
  })

  test.each([
    'Killed',
    'k.sh: line 1:  1122 Killed                  sh -c "kill -9 $$"',
    'collect2: fatal error: ld terminated with signal 9 [Killed]',
  ])('%j reports only a kill', async (output) => {
    expect(await failuresIn(output)).toEqual(['memory: killed'])
  })

  test('a kill by the timeout command is no memory problem', async () => {
    expect(await failuresIn(await toolOutput('timeout/kill'))).toEqual(['timeout: time-limit'])
  })

  test('prose about memory does not count', async () => {
    expect(
      await failuresIn(
        'Using 512 MB of heap memory\nKilled 3 stale workers\ntest_out_of_memory_is_reported ok',
      ),
    ).toEqual([])
  })
})

describe('disk', () => {
  test('every tool reports a full disk', async () => {
    const told = await failuresIn(await toolOutput('disk/shell'))
    expect(new Set(told)).toEqual(new Set(['disk: disk-full']))
  })

  test('npm reports a full disk', async () => {
    expect(await failuresIn(await toolOutput('disk/npm'))).toEqual(['disk: disk-full'])
  })

  test('too many file watchers are no full disk', async () => {
    expect(await failuresIn('Error: ENOSPC: System limit for number of file watchers reached')).toEqual([])
  })
})

describe('shells', () => {
  test.each([
    ['shell/bash', 'nosuchcmd'],
    ['shell/bash-script', 'nosuchcmd'],
    ['shell/dash', 'nosuchcmd'],
    ['shell/dash-script', 'nosuchcmd'],
    ['shell/zsh', 'nosuchcmd'],
    ['shell/fish', 'nosuchcmd'],
    ['shell/denied', './noexec.sh'],
    ['shell/denied-dash', './noexec.sh'],
    ['npm/run-not-found', 'tsc'],
  ])('%s names the missing command', async (name, command) => {
    const [what, , missing] = await lastTold(await toolOutput(name), 'shell')
    expect([what, missing]).toEqual(['command-missing', command])
  })

  test.each([
    ["'pnpm' is not recognized as an internal or external command,", 'pnpm'],
    [
      "pnpm : The term 'pnpm' is not recognized as the name of a cmdlet, function, script file, or operable program.",
      'pnpm',
    ],
    ["Command 'jq' not found, did you mean:", 'jq'],
    ["npm error npm error 'npm' is not recognized as an", 'npm'],
    ['zsh:1: no such file or directory: ./run.sh', './run.sh'],
    ['                This is not the tsc command you are looking for', 'tsc'],
    ['/usr/bin/env: ‘ruby’: No such file or directory', 'ruby'],
    ['bash: ./run.sh: /bin/nosuch: bad interpreter: No such file or directory', '/bin/nosuch'],
  ])('%j names the missing command', async (output, command) => {
    const [what, , missing] = await lastTold(output, 'shell')
    expect([what, missing]).toEqual(['command-missing', command])
  })

  test('python without the module is a missing command', async () => {
    expect((await lastTold(await toolOutput('python/dash-m'), 'python'))[0]).toBe('command-missing')
  })

  test.each(['segfault/bash', 'segfault/make', 'segfault/faulthandler', 'segfault/abort-node'])(
    '%s crashed with a signal',
    async (name) => {
      expect((await lastTold(await toolOutput(name), 'shell'))[0]).toBe('segfault')
    },
  )

  test('a missing file of another command does not count', async () => {
    expect(
      await failuresIn(
        'bash: line 1: cd: /nosuchdir: No such file or directory\nls: cannot access x: No such file or directory\n404 page not found',
      ),
    ).toEqual([])
  })
})

describe('time limits', () => {
  test.each([
    'Build timed out (after 25 minutes). Marking the build as aborted.',
    'The job exceeded the maximum time limit for jobs, and has been terminated.',
    'No output has been received in the last 10m0s, this potentially indicates a stalled build',
    'ERROR: Job failed: execution took longer than 1h0m0s seconds',
  ])('%j is a time limit', async (output) => {
    expect(await failuresIn(output)).toEqual(['timeout: time-limit'])
  })

  test('the timeout command reports that it stopped something', async () => {
    expect(await failuresIn(await toolOutput('timeout/verbose'))).toEqual(['timeout: time-limit'])
  })
})
