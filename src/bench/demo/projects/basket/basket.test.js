import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalOf } from './basket.js'

test('an empty basket costs nothing', () => {
  assert.equal(totalOf([]), 0)
})

test('two apples cost twice as much as one', () => {
  assert.equal(totalOf([{ cents: 40, count: 2 }]), 80)
})
