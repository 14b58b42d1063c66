// A scripted agent, so that the tour needs no account: it reads its prompt and edits a file, as a real one would.
// It makes the usual mistake, and makes another one only if its prompt tells how that ended.
import { readFileSync, writeFileSync } from 'node:fs'

const prompt = process.argv[2] ?? ''
const knows = prompt.includes('Failure Context (avoid repeating these mistakes)')
const code = readFileSync('discount.mjs', 'utf8')

if (knows) {
  console.log('The last attempt rounded down and a test for 0.5 cents failed. I will round half up instead.')
  writeFileSync('discount.mjs', code.replace(/return .*/, 'return Math.round(cents * (1 - percent / 100))'))
} else {
  console.log('The price has fractions of a cent. I will round it down with Math.floor.')
  writeFileSync('discount.mjs', code.replace(/return .*/, 'return Math.floor(cents * (1 - percent / 100))'))
}
console.log('I edited discount.mjs. The tests should pass now.')
