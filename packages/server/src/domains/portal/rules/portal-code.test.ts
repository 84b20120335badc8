import { expect, it } from 'vitest'
import { mayGuess, mayMailAnother } from './portal-code.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

const mailed = (seconds: number) => ({ createdAt: ago(seconds), expiresAt: ago(seconds - 1800) })

it.each([
  ['no code', [], true],
  ['a code of 59 seconds ago', [mailed(60), mailed(59)], false],
  ['a code of a minute ago', [mailed(60)], true],
  ['four valid codes', [60, 120, 180, 240].map(mailed), true],
  ['five valid codes', [60, 120, 180, 240, 1799].map(mailed), false],
  ['five codes, of which one expired', [60, 120, 180, 240, 1800].map(mailed), true],
])('another after $0: $2', (_what, codes, mayMail) => {
  expect(mayMailAnother(codes, now)).toBe(mayMail)
})

it.each([
  [5, ago(-1), true],
  [1, ago(-1), true],
  [0, ago(-1), false],
  [5, now, false],
])(
  'a code with %i guesses left, valid until %s, accepts guesses: %s',
  (guessesLeft, expiresAt, may) => {
    expect(mayGuess({ guessesLeft, expiresAt }, now)).toBe(may)
  },
)
