import { expect, test } from 'vitest'
import { clearedCookies, cookieLine, cookieNames } from './cookies.ts'

const plain = cookieNames('http://localhost:3000', 'guildhall')
const secure = cookieNames('https://shop.example.com', 'better-auth')

test('names begin with the prefix, and on https with what browsers guard', () => {
  expect(plain.sessionToken).toBe('guildhall.session_token')
  expect(secure.sessionToken).toBe('__Secure-better-auth.session_token')
  expect(secure.adminSession).toBe('__Secure-better-auth.admin_session')
})

test('attributes come in the order that existing clients know', () => {
  const cookie = { name: 'a', value: 'b', ageSeconds: 60 }
  expect(cookieLine(plain, cookie)).toBe('a=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
  expect(cookieLine(secure, { ...cookie, ageSeconds: null })).toBe(
    'a=b; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test('no cookie is older than 400 days', () => {
  const cookie = { name: 'a', value: 'b', ageSeconds: 99_999_999 }
  expect(cookieLine(plain, cookie)).toContain('Max-Age=34560000;')
})

test('clearing names all three', () => {
  expect(clearedCookies(plain).map((line) => line.split('=')[0])).toEqual([
    'guildhall.session_token',
    'guildhall.session_data',
    'guildhall.dont_remember',
  ])
})
