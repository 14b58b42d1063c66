import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { recorded, type Expected } from '../../../tests/recorded-test-runs.ts'
import { plain } from '../bytes/plain.ts'
import { readSignals } from '../../../tests/knowing-agents.ts'
import type { Signal } from '../signal.ts'

const FIXTURES = new URL('../../../tests/fixtures/tools/', import.meta.url).pathname

/** Two readers may read the same output: node and mocha print TAP too. */
const ALSO_PRINT_TAP = new Set(['node-test', 'mocha'])

const isRunner = (name: string): boolean =>
  name in recorded || name === 'test-verdict' || name === 'dotnet-test'

const toldBy = async (runner: string, name: string): Promise<readonly Signal[]> => {
  const { signals } = await readSignals(`${FIXTURES}${runner}/${name}.log`)
  return signals.filter((one) => one.source === 'tool' && isRunner(one.detail.by ?? ''))
}

const brief = ({ what, detail }: Signal): Expected => [
  what,
  detail.failed ?? null,
  detail.passed ?? null,
  detail.names ?? [],
]

for (const [runner, cases] of Object.entries(recorded)) {
  describe(`outputs of ${runner}`, () => {
    test.each(Object.entries(cases))(
      `a recorded ${runner} output is understood: %s`,
      async (name, expected) => {
        const last = (await toldBy(runner, name)).at(-1)
        expect(last === undefined ? null : brief(last)).toEqual(expected)
      },
    )

    test(`no other runner reads the output of ${runner}`, async () => {
      const told = (await Promise.all(Object.keys(cases).map((name) => toldBy(runner, name)))).flat()
      const others = new Set(told.map(({ detail }) => detail.by).filter((by) => by !== runner))
      if (ALSO_PRINT_TAP.has(runner)) others.delete('tap')
      expect([...others]).toEqual([])
    })

    test(`passing ${runner} outputs report only success`, async () => {
      const green = Object.keys(cases).filter((name) => cases[name]?.[0] === 'tests-passed')
      const told = (await Promise.all(green.map((name) => toldBy(runner, name)))).flat()
      expect([...new Set(told.map(({ what }) => what))]).toEqual(green.length === 0 ? [] : ['tests-passed'])
    })
  })
}

test('every excerpt is part of the line it names', async () => {
  for (const [runner, cases] of Object.entries(recorded)) {
    for (const name of Object.keys(cases)) {
      const lines = (await readFile(`${FIXTURES}${runner}/${name}.log`, 'utf8')).split('\n').map(plain)
      for (const { at } of await toldBy(runner, name))
        expect(lines[(at?.line ?? 0) - 1]).toContain(at?.excerpt)
    }
  }
})
