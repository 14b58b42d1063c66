import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bubbleScript } from '../../src/bench/sandbox/bubble.ts'
import { benchProject } from '../bench-suite.ts'
import { bwrapMissing } from '../bwrap-here.ts'

const bin = fileURLToPath(new URL('../../bin/mayday.cjs', import.meta.url))

const missing =
  bwrapMissing() ?? (spawnSync('bash', ['-c', ':']).status === 0 ? null : '(skipped: there is no bash)')

/** Descriptors with one, two and three digits, as `flock` and scripts use them. */
const INHERITED = [7, 30, 200, 251]

describe.skipIf(missing !== null)(`descriptors of a sandbox ${missing ?? ''}`, () => {
  it('no open folder of the starter reaches the agent', async () => {
    await using bench = await benchProject()
    const home = bench.project.file('person')
    mkdirSync(home)
    writeFileSync(`${home}/secret`, 'of-the-person')
    const look = `for fd in /proc/self/fd/*; do cat "$fd/secret" || :; (echo x >"$fd/planted") || :; done
for fd in ${INHERITED.join(' ')}; do [ ! -e /proc/self/fd/$fd ] || echo "open $fd"; done`
    bench.task('one', { sandbox: 'bwrap', setup: look })
    const agent = bench.program('agent.sh', `${look}\necho right >value`)
    const opened = INHERITED.map((fd) => `${fd}<"$HOME_OF_PERSON"`).join(' ')
    spawnSync('bash', ['-c', `exec "$@" ${opened}`, 'bash', process.execPath, bin, ...runOf(agent)], {
      cwd: bench.project.path,
      env: {
        ...process.env,
        TMPDIR: bench.project.file('temp'),
        XDG_CONFIG_HOME: '/nonexistent',
        MAYDAY_TRUST: '1',
        HOME_OF_PERSON: home,
      },
    })
    expect(bench.records('s')[0]?.passed).toBe(true)
    expect(bench.project.log()).not.toMatch(/of-the-person|^open/m)
    expect(readdirSync(home)).toEqual(['secret'])
  })

  it('what a shell cannot close stops the sandbox', () => {
    const started = `exec 30</ 5</; exec /bin/sh -c "$0" sandbox "$(command -v bwrap)" '--ro-bind / / --proc /proc' '' '' '' ls /proc/self/fd`
    const { status, stdout, stderr } = spawnSync('bash', ['-c', started, bubbleScript()], {
      encoding: 'utf8',
    })
    const isClosed = status === 0 && !/^(?:5|30)$/m.test(stdout)
    const isRefused = status === 125 && /^sandbox: descriptor \d\d/.test(stderr)
    expect(isClosed || isRefused, `${status} ${stdout}${stderr}`).toBe(true)
  })
})

const runOf = (agent: string): readonly string[] => ['bench', 'run', 'suite', '--series', 's', '--', agent]
