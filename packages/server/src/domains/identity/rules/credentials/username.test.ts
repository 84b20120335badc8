import { expect, test } from 'vitest'
import { decideUsername } from './username.ts'

const policy = { min: 3, max: 10, pattern: /^[a-z.]+$/i }

test.each([
  ['Ann.B', undefined, { username: 'ann.b', displayUsername: 'Ann.B' }],
  ['ann', 'Änn ♥', { username: 'ann', displayUsername: 'Änn ♥' }],
  ['an', undefined, { refused: 'username_is_too_short' }],
  ['a'.repeat(11), undefined, { refused: 'username_is_too_long' }],
  ['a b', undefined, { refused: 'username_is_invalid' }],
  ['ann', 'a\nb', { refused: 'username_is_invalid' }],
  ['ann', '', { refused: 'username_is_invalid' }],
  ['ann', 'x'.repeat(256), { refused: 'username_is_invalid' }],
])('%j shown as %j', (typed, displayed, decision) => {
  expect(decideUsername(policy, typed, displayed)).toEqual(decision)
})
