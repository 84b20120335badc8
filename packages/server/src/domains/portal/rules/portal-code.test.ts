import { expect, it } from 'vitest'
import {
  isLong,
  longCodeText,
  mayGuess,
  mayGuessFrom,
  mayMailAnother,
  needsLongCode,
} from './portal-code.ts'

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

it.each([
  ['no network', [], true],
  ['four guesses of a network', [[4, 1]], true],
  ['five guesses of a network', [[5, 1]], false],
  [
    'forty-nine of a group of ten',
    [
      [4, 1],
      [49, 10],
    ],
    true,
  ],
  [
    'fifty of a group of ten',
    [
      [0, 1],
      [50, 10],
    ],
    false,
  ],
])('another guess after $0: $2', (_what, counts, may) => {
  const networks = counts.map(([guesses = 0, times = 0]) => ({ guesses, times }))
  expect(mayGuessFrom(networks, { guessesLeft: 900, expiresAt: ago(-1) }, now)).toBe(may)
})

it.each([
  ['no code', [], false],
  ['a valid code', [mailed(1799)], true],
  ['an expired code', [mailed(1800)], false],
])('a mail after $0 has a long code: $2', (_what, codes, needs) => {
  expect(needsLongCode(codes, now)).toBe(needs)
})

it('a long code has 80 bits of the signature', () => {
  const mac = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 8 + at))
  expect(longCodeText(mac)).toBe('AJS3ENW7IR2DMV6H')
  expect([isLong(longCodeText(mac)), isLong('ABCDEF')]).toEqual([true, false])
})
