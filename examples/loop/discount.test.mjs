import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discounted } from './discount.mjs'

test('a discount leaves whole cents', () => assert.equal(discounted(999, 10), 899))
test('half a cent is rounded up', () => assert.equal(discounted(995, 10), 896))
