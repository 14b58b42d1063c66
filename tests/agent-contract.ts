import { expect, test } from 'vitest'
import { lastTrouble, readCapture, sweep } from './captures.ts'

/** What holds for the captures of every agent. `endings` are captures and the trouble that each ends with. */
export function testCaptures(agent: string, endings: readonly (readonly [string, string])[]): void {
  test('every capture shows its success or trouble', () => {
    expect(sweep(agent)).toEqual([])
  })

  test.each(endings)('the capture %s ends with %s', (name, expected) => {
    expect(lastTrouble(readCapture(agent, name))).toBe(expected)
  })
}
