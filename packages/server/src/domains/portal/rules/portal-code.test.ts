import { expect, it } from 'vitest'
import { mayGuess, mayMailAnother } from './portal-code.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

it.each([
  [undefined, true],
  [{ createdAt: ago(59) }, false],
  [{ createdAt: ago(60) }, true],
])('after the latest code %j another may be mailed: %s', (latest, mayMail) => {
  expect(mayMailAnother(latest, now)).toBe(mayMail)
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
