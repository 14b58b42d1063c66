import { expect, test } from 'vitest'
import { Icon } from './icon.tsx'

// An element in two places keeps the tree of its last parent alive, and an open page grows without end.
test('an icon is drawn anew for each place', () => {
  const [one, other] = [Icon({ name: 'wait' }), Icon({ name: 'wait' })]
  expect(one.props.children).not.toBe(other.props.children)
})
