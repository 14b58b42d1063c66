import { chmodSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { benchProject } from '../bench-suite.ts'
import { bwrapMissing } from '../bwrap-here.ts'
import { sandboxedAttempt as attempt } from '../sandboxed-attempt.ts'

const missing = bwrapMissing()

/** Nothing on a machine depends on it. */
const DEVICE = '/dev/full'

const modeOf = (path: string): number => statSync(path).mode & 0o777

/** Its owner could change it without any capability. */
const isOwner = missing === null && statSync(DEVICE).uid === process.getuid?.()

describe.skipIf(!isOwner)(`devices behind a sandbox ${missing ?? '(needs root)'}`, () => {
  it('the agent changes no device of the machine', async () => {
    await using bench = await benchProject()
    const before = modeOf(DEVICE)
    const script = `chmod 604 ${DEVICE}; stat -c 'mode %a' ${DEVICE}; echo gone >/dev/null && echo written`
    try {
      const { record, log } = await attempt(bench, script, { keys: { setup: `chmod 600 /dev/zero; true` } })
      expect(modeOf(DEVICE)).toBe(before)
      expect(modeOf('/dev/zero')).toBe(before)
      expect(record?.passed).toBe(true)
      expect(log).toContain('written')
    } finally {
      for (const path of [DEVICE, '/dev/zero']) chmodSync(path, before)
    }
  })

  it('devices work as usual', async () => {
    await using bench = await benchProject()
    const script = 'head -c 3 /dev/zero | wc -c; head -c 5 /dev/urandom | wc -c; cat /dev/null | wc -c'
    const { log } = await attempt(bench, script)
    expect(log).toMatch(/^3\n5\n0$/m)
  })
})
