import type { Criterion } from './card.ts'
import { findSection, type Body } from './sections.ts'

/** A check box, and the offset of the character between its brackets. */
export type Box = Criterion & { readonly at: number }

const BOX = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])\](?:[ \t]+(.*))?$/

/** The boxes of the Acceptance Criteria in their order, nested ones included. */
export function readBoxes(body: Body): readonly Box[] {
  const section = findSection(body, 'acceptance criteria')
  if (section === undefined) return []
  const found = body.lines.slice(section.from, section.to).flatMap(({ at, text, isText }) => {
    const [, before, sign, said = ''] = (isText ? BOX.exec(text) : null) ?? []
    return before === undefined
      ? []
      : [{ at: at + before.length, isChecked: sign !== ' ', text: said.trim() }]
  })
  return found.map((box, index) => ({ index, ...box }))
}
