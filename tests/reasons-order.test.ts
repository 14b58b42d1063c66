import { expect, test } from 'vitest'
import { mayday } from './run-mayday.ts'

test('the bench dialect is listed in its own order', async () => {
  const { stdout } = await mayday(['reasons', '--dialect', 'bench'])
  const rows = stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
  const places = rows.map(([place]) => Number(place))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(new Set(places)).toEqual(new Set(Array.from({ length: 15 }, (_, at) => at + 1)))
  const { stdout: json } = await mayday(['reasons', '--dialect', 'bench', '--json'])
  expect(JSON.parse(json)).toMatchObject({ reasons: rows.map(([, reason]) => ({ reason })) })
})
