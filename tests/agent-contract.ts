import { expect, test } from 'vitest'
import { lastTrouble, readCapture, sweep } from './captures.ts'

/** Tests that hold for the captures of every agent. `endings` are captures and the error with which each ends. */
export function testCaptures(agent: string, endings: readonly (readonly [string, string])[]): void {
  test('every capture shows its success or error', () => {
    expect(sweep(agent)).toEqual([])
  })

  test.each(endings)('the capture %s ends with %s', (name, expected) => {
    expect(lastTrouble(readCapture(agent, name))).toBe(expected)
  })
}
