import { describe, expect, test } from 'vitest'
import { passwordHint, passwordMistake, usernameHint, usernameMistake } from './credential-rules.ts'

const password = { lengthMin: 8, lengthMax: 12 }
const username = { lengthMin: 3, lengthMax: 6, pattern: '^[a-zA-Z0-9_.]+$' }

describe('a password', () => {
  test.each([
    ['', 'Choose a password.'],
    ['1234567', 'Use at least 8 characters.'],
    ['1234567890123', 'Use at most 12 characters.'],
    ['12345678', null],
    ['with spaces ', null],
  ])('%j', (typed, mistake) => {
    expect(passwordMistake(password, typed)).toBe(mistake)
  })

  test('needs no hint without rules', () => {
    expect(passwordHint(password)).toBe('At least 8 characters.')
    expect(passwordHint({ lengthMin: 1, lengthMax: 12 })).toBeUndefined()
  })
})

describe('a username', () => {
  test.each([
    ['ab', 'Use at least 3 characters.'],
    ['abcdefg', 'Use at most 6 characters.'],
    ['a b', 'Use letters, digits, dots and underscores only.'],
    ['a.b_9', null],
  ])('%j', (typed, mistake) => {
    expect(usernameMistake(username, typed)).toBe(mistake)
  })

  test('follows the server’s pattern', () => {
    const own = { ...username, pattern: '^[a-z]+$' }
    expect(usernameMistake(own, 'a.b')).toBe(
      'This username contains characters that are not allowed.',
    )
    expect(usernameMistake(own, 'abc')).toBeNull()
    expect(usernameHint(own)).toBe('3 to 6 characters.')
    expect(usernameHint(username)).toContain('letters, digits, dots or underscores')
  })
})
