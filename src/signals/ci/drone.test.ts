import { expect, test } from 'vitest'
import { drone } from './drone.ts'

test('lines that are counted are those of Drone', () => {
  expect(drone.recognises(['[build:1] + make', '[build:2] cc a.c', '[build:3] done'])).toBe(true)
  expect(drone.recognises(['[build:L0:0s] + make', '[build:L1:3s] cc a.c'])).toBe(true)
})

test('a logger that repeats its number is not Drone', () => {
  const lines = Array.from({ length: 6 }, (_, at) => `[loop:1] line ${at}`)
  expect(drone.recognises(lines)).toBe(false)
})
