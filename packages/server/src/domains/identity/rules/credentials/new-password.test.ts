import { expect, test } from 'vitest'
import { decideNewPassword } from './new-password.ts'

const policy = { min: 8, max: 20, commonCheck: true }
const ada = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace', username: 'countess' }
const refusalOf = (password: string, changed: Partial<typeof policy> = {}) =>
  decideNewPassword({ ...policy, ...changed }, password, ada)?.refused ?? null

test.each([
  ['short77', 'password_too_short'],
  ['eight888', null],
  ['exactly twenty chars', null],
  ['exactly twenty-1 chars', 'password_too_long'],
  ['password', 'password_too_common'],
  ['PassWord', 'password_too_common'],
  ['qwertyuiop', 'password_too_common'],
  [' password', null],
  ['Ada.Lovelace', 'password_too_personal'],
  ['ada lovelace', 'password_too_personal'],
  ['COUNTESS', 'password_too_personal'],
  ['countess of nought', null],
])('%j: %s', (password, refused) => {
  expect(refusalOf(password)).toBe(refused)
})

test('length limits are checked before the content', () => {
  expect(refusalOf('password', { min: 9 })).toBe('password_too_short')
  expect(refusalOf('password', { max: 7 })).toBe('password_too_long')
})

test('a lower minimum still refuses short common passwords', () => {
  expect(refusalOf('123456', { min: 4 })).toBe('password_too_common')
})

test('the check for common passwords can be disabled', () => {
  expect(refusalOf('password', { commonCheck: false })).toBeNull()
})

test('length counts UTF-16 units as clients do', () => {
  expect(refusalOf('😀😀😀')).toBe('password_too_short')
  expect(refusalOf('😀😀😀😀')).toBeNull()
})

test('without personal facts nothing counts as personal', () => {
  expect(decideNewPassword(policy, 'countess', null)).toBeNull()
})
