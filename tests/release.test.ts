import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingFields, newChangelog, nextVersion } from '../tools/release-plan.ts'

const root = join(import.meta.dirname, '..')

test('a release without an address is refused', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/release.ts'), '9.9.9'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    'release: package.json has no repository, homepage, bugs. A package without an address cannot be released: add them first.\n',
  ])
})

test('every missing address is named', () => {
  expect(missingFields({ repository: {}, bugs: {} })).toEqual(['homepage'])
})

test.each([
  ['0.1.0', '0.2.0', null],
  ['0.9.0', '0.10.0', null],
  ['1.2.3', '1.2.3', '1.2.3 does not follow 1.2.3.'],
  ['1.2.3', '1.1.9', '1.1.9 does not follow 1.2.3.'],
  ['1.2.3', 'v2', "'v2' is no version like 1.2.3."],
])('after %s comes %s: %s', (now, next, problem) => {
  expect(nextVersion(now, next)).toBe(problem)
})

test('the newest part of the changelog gets its version', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- Old.\n'
  expect(newChangelog(text, '0.2.0', new Date('2026-11-16T10:00:00Z'))).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-16)\n\n- New.\n\n## 0.1.0\n\n- Old.\n',
  )
  expect(newChangelog('## Unreleased\n\n## 0.1.0\n\n- Old.\n', '0.2.0', new Date())).toBeNull()
})
