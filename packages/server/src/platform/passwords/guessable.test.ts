import { describe, expect, it } from 'vitest'
import { isGuessable } from './guessable.ts'

describe('a password', () => {
  it.each([
    'aaaaaaaa',
    'abcdefgh',
    'qwertyui',
    'zxcvbnm,',
    'abcabcabc',
    '19840101',
    'Passw0rd1',
    'Sommer2024',
    'hunter2hunter2',
    'x'.repeat(128),
  ])('%s is easy to guess', (password) => {
    expect(isGuessable(password, [])).toBe(true)
  })

  it.each(['correct horse battery', 'a new good one', 'xK9#mq2Lp', 'Zug nach Basel um 8'])(
    '%s is not',
    (password) => {
      expect(isGuessable(password, [])).toBe(false)
    },
  )

  it('is easier to guess if it is made of what is known about the person', () => {
    expect(isGuessable('lindqvist-77', [])).toBe(false)
    expect(isGuessable('lindqvist-77', ['lindqvist'])).toBe(true)
  })
})
