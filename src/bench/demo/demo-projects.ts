/** A small project with a bug and the test that shows it. Its files by name. */
export type DemoProject = {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  /** The file with the bug, and its text without it. */
  readonly mended: readonly [file: string, text: string]
}

const basket = (line: string): string => `/** The price of all that lies in a basket, in cents. */
export function totalOf(items) {
  let sum = 0
  for (const { cents, count } of items) {
    ${line}
  }
  return sum
}
`

const BASKET_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalOf } from './basket.js'

test('an empty basket costs nothing', () => {
  assert.equal(totalOf([]), 0)
})

test('two apples cost twice as much as one', () => {
  assert.equal(totalOf([{ cents: 40, count: 2 }]), 80)
})
`

const leap = (line: string): string => `def is_leap(year):
    """Does the year have a 29th of February?"""
    ${line}
`

const LEAP_TEST = `import unittest

from leap import is_leap


class LeapTest(unittest.TestCase):
    def test_every_fourth_year(self):
        self.assertTrue(is_leap(2024))

    def test_not_every_century(self):
        self.assertFalse(is_leap(1900))
        self.assertTrue(is_leap(2000))


if __name__ == "__main__":
    unittest.main()
`

export const nodeProject: DemoProject = {
  name: 'basket',
  files: {
    'package.json': '{ "name": "basket", "version": "1.0.0", "type": "module", "private": true }\n',
    'basket.js': basket('sum += cents'),
    'basket.test.js': BASKET_TEST,
  },
  mended: ['basket.js', basket('sum += cents * count')],
}

export const pythonProject: DemoProject = {
  name: 'leap',
  files: {
    'leap.py': leap('return year % 4 == 0'),
    'test_leap.py': LEAP_TEST,
    '.gitignore': '__pycache__/\n',
  },
  mended: ['leap.py', leap('return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)')],
}
