import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight, type Piece } from './highlight.ts'

/** The pieces that are not plain, as `kind text`. */
const told = (pieces: readonly Piece[] | undefined): readonly string[] =>
  (pieces ?? []).filter(({ kind }) => kind !== 'plain').map(({ kind, text }) => `${kind} ${text}`)

const one = (text: string, path: string): readonly string[] =>
  told(highlight([{ kind: 'same', text }], path)?.[0])

test('keywords, strings, numbers and comments are told apart', () => {
  expect(one("const a = 'it\\'s' + 12 // new", 'a/b.ts')).toEqual([
    'keyword const',
    "string 'it\\'s'",
    'number 12',
    'comment // new',
  ])
  expect(one('def f(x): return "#1"  # why', 'x.py')).toEqual([
    'keyword def',
    'keyword return',
    'string "#1"',
    'comment # why',
  ])
  expect(one("select 'a--b' from t -- all", 'q.sql')).toEqual([
    'keyword select',
    "string 'a--b'",
    'keyword from',
    'comment -- all',
  ])
  expect(one("fn f<'a>(x: &'a str) {}", 'x.rs')).toEqual(['keyword fn'])
  expect(one('RUN "true" # yes', 'docker/Dockerfile')).toEqual(['string "true"', 'comment # yes'])
})

test('a comment goes on in the next line of its side', () => {
  const lines = [
    { kind: 'hunk', text: ' -1 +1' },
    { kind: 'same', text: 'x /* begins' },
    { kind: 'removed', text: 'old */ return' },
    { kind: 'added', text: 'still inside' },
    { kind: 'same', text: 'ends */ return' },
    { kind: 'hunk', text: ' -9 +9' },
    { kind: 'same', text: 'return' },
  ] as const
  expect(highlight(lines, 'a.js')?.map(told)).toEqual([
    [],
    ['comment /* begins'],
    ['comment old */', 'keyword return'],
    ['comment still inside'],
    ['comment ends */', 'keyword return'],
    [],
    ['keyword return'],
  ])
})

test('an unknown language stays plain', () => {
  expect(highlight([{ kind: 'same', text: 'if' }], 'notes.txt')).toBe(null)
})

test('joined, the pieces are the text', () => {
  const marks = ['a', '1', '"', "'", '`', '#', '/', '*', '-', '<', '>', '!', '\\', ' ', '[', ']', 'é', '😀']
  const texts = fc.string({ unit: fc.constantFrom(...marks), maxLength: 60 })
  const paths = fc.constantFrom('a.ts', 'a.py', 'a.sql', 'a.html', 'a.lua', 'a.rs', 'a.css')
  fc.assert(
    fc.property(fc.array(texts), paths, (lines, path) => {
      const found = highlight(
        lines.map((text) => ({ kind: 'same' as const, text })),
        path,
      )
      expect(found?.map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual(lines)
    }),
  )
})
