import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the tour learns, passes, and explains three runs', () => {
  const tour = join(import.meta.dirname, '../examples/tour.ts')
  const { FORCE_COLOR: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [tour], { encoding: 'utf8', env })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('✗ run 1 failed (TESTS_FAILED)')
  expect(stdout).toContain('✎ lesson')
  expect(stdout).toContain('✓ run 2 succeeded')
  expect(stdout.match(/^✗ [A-Z]\w+/gm)).toEqual(['✗ USAGE_LIMIT', '✗ CONTEXT_EXHAUSTED', '✗ AUTH_FAILED'])
  expect(stdout).toMatch(/^Try next\n  npx mayday {2,}what your agents left/m)
  expect(stdout, 'plain on a pipe').not.toContain('\u001B')
})
