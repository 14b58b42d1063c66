import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { benchProject } from '../bench-suite.ts'
import { bwrapMissing } from '../bwrap-here.ts'
import { sandboxedAttempt as attempt } from '../sandboxed-attempt.ts'

const missing = bwrapMissing()

describe.skipIf(missing !== null)(`the record behind a sandbox ${missing ?? ''}`, () => {
  it('the agent cannot empty the log', async () => {
    await using bench = await benchProject()
    const script = 'for fd in 1 2; do : >/proc/self/fd/$fd; done; cat; echo by the agent'
    const { record, log } = await attempt(bench, script, { keys: { setup: 'echo by the setup' } })
    expect(record?.passed).toBe(true)
    expect(log).toMatch(/by the setup[^]*1 failed[^]*by the agent[^]*4 passed/)
  })

  it('a process left behind does not hold the log', async () => {
    await using bench = await benchProject()
    const script = `env -i setsid sh -c 'trap "" TERM HUP; while :; do sleep 600; done' & echo left`
    const { record, log } = await attempt(bench, script, { keys: { setup: script } })
    expect([record?.passed, log.match(/^left$/gm)?.length]).toEqual([true, 2])
  })

  it('the agent cannot change its prompt', async () => {
    await using bench = await benchProject()
    const attack = 'cat >seen; for fd in /proc/self/fd/0; do echo forged >$fd; chmod 777 $fd; done; cat seen'
    const { log } = await attempt(bench, attack, { keys: { prompt: 'Mend the value.' } })
    const [folder = ''] = bench.project.folders()
    expect(log).toContain('Mend the value.')
    expect(readFileSync(join(folder, 'prompt.md'), 'utf8')).toContain('Mend the value.')
    expect(readFileSync(join(folder, 'prompt.md'), 'utf8')).not.toContain('forged')
  })
})
