import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { benchProject } from '../bench-suite.ts'
import { bwrapMissing } from '../bwrap-here.ts'
import { until } from '../running-mayday.ts'
import { sandboxedAttempt as attempt } from '../sandboxed-attempt.ts'

const missing = bwrapMissing()

/** The PID namespaces of all processes that have this setting in their environment. */
const placesWith = (setting: string): readonly string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const has =
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(setting)
      return has ? [readlinkSync(`/proc/${pid}/ns/pid`)] : []
    } catch {
      // It has just ended, or belongs to somebody else.
      return []
    }
  })

describe.skipIf(missing !== null)(`through variables of a real sandbox ${missing ?? ''}`, () => {
  const ENV = {
    ANTHROPIC_API_KEY: 'sk-ant-of-the-host-0123456789',
    AWS_SECRET_ACCESS_KEY: 'aws-of-the-host-0123456789',
    HTTPS_PROXY: 'http://proxy.example',
  }
  /** Lengths, since a log masks values. */
  const SHOW =
    'echo "key ${#ANTHROPIC_API_KEY} aws ${#AWS_SECRET_ACCESS_KEY} proxy ${#HTTPS_PROXY}"; cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -c ^AWS_ || true'

  it('variables of the host are not there', async () => {
    await using bench = await benchProject()
    const { log } = await attempt(bench, SHOW, { keys: { setup: `${SHOW}; true` }, env: ENV })
    expect(log.match(/^key .*\n\d+$/gm)).toEqual(Array(2).fill('key 0 aws 0 proxy 0\n0'))
  })

  it('only the agent gets the key named for it', async () => {
    await using bench = await benchProject()
    const keys = { setup: `${SHOW}; true`, agentVariables: ['ANTHROPIC_API_KEY'], variables: ['HTTPS_PROXY'] }
    const run = `${SHOW}; sh check.sh`
    const { log, record } = await attempt(bench, SHOW, { keys: { ...keys, run }, env: ENV })
    const without = 'key 0 aws 0 proxy 20'
    expect(log.match(/^key .*$/gm)).toEqual([without, without, without, 'key 29 aws 0 proxy 20', without])
    expect(record?.passed).toBe(true)
  })

  it('a program planted on PATH runs nowhere outside', async () => {
    await using bench = await benchProject()
    const escaped = bench.project.file('escaped')
    const names = 'bwrap sh sed tail printf true mv git perl'
    const plant = `mkdir -p bin; for name in ${names}; do printf '#!/bin/sh\\ntouch ${escaped}\\nPATH=/usr/bin:/bin; exec '$name' "$@"\\n' >bin/$name; chmod +x bin/$name; done`
    // Both in the person's own PATH and in the task's.
    const PATH = `bin:./bin::${process.env['PATH'] ?? ''}`
    const { record } = await attempt(bench, plant, { keys: { environment: { PATH } }, env: { PATH } })
    expect([record?.passed, existsSync(escaped)]).toEqual([true, false])
  })

  it('variables of the task apply inside only', async () => {
    await using bench = await benchProject()
    const environment = { LD_LIBRARY_PATH: './lib-9e1f', WORD: `it's "two"\nlines $HOME` }
    const show = 'echo "path $LD_LIBRARY_PATH word $WORD"; env | grep -c ^MAYDAY_INSIDE_'
    bench.task('one', { sandbox: 'bwrap', environment, run: `${show}; sh check.sh` })
    const agent = bench.program('agent.sh', `${show}; while :; do sleep 0.1; done`)
    const going = bench.start(['run', 'suite', '--series', 's', '--', agent])
    const seen = await until('the agent', () => {
      if (bench.project.log().split('path ./lib-9e1f').length < 4) return null
      const found = placesWith('LD_LIBRARY_PATH=./lib-9e1f')
      return found.length > 0 ? found : null
    })
    going.child.kill('SIGINT')
    await going.finished
    expect(seen).not.toContain(readlinkSync('/proc/self/ns/pid'))
    expect(bench.project.log()).toMatch(/^path \.\/lib-9e1f word it's "two"\nlines \$HOME\n0$/m)
  })
})
