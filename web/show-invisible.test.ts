import { h } from 'preact'
import { expect, test } from 'vitest'
import { showInvisible, showInvisibleEverywhere } from './show-invisible.ts'

showInvisibleEverywhere()

test('direction marks are shown by number', () => {
  expect(showInvisible('fdp.\u202Egpj')).toBe(String.raw`fdp.\u{202e}gpj`)
  expect(showInvisible('a\u200Bb\u{E0041}')).toBe(String.raw`a\u{200b}b\u{e0041}`)
})

test('ordinary letters and emoji stay unchanged', () => {
  const text = 'naïve Größe שלום 👩‍💻 \t\n'
  expect(showInvisible(text)).toBe(text)
})

test('every element shows its hidden characters', () => {
  const evil = 'x\u202Ey'
  const { props } = h('span', { title: evil, class: evil }, evil, [evil, 1])
  const seen = String.raw`x\u{202e}y`
  expect(props).toMatchObject({ title: seen, class: evil, children: [seen, [seen, 1]] })
})
