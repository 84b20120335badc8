import { expect, test } from 'vitest'
import { clearedCookies, cookieLine, cookieNames } from './cookies.ts'

const settings = { url: 'http://localhost:3000', cookiePrefix: 'guildhall', cookieDomain: null }
const plain = cookieNames(settings)
const onHttps = { ...settings, url: 'https://shop.example.com' }
const secure = cookieNames({ ...onHttps, cookiePrefix: 'better-auth' })

test('cookie names carry the prefix, and `__Secure-` on https', () => {
  expect(plain.sessionToken).toBe('guildhall.session_token')
  expect(secure.sessionToken).toBe('__Secure-better-auth.session_token')
  expect(secure.adminSession).toBe('__Secure-better-auth.admin_session')
})

test('a prefix of the operator that begins with `__Host-` is used as it is', () => {
  const { sessionToken } = cookieNames({ ...onHttps, cookiePrefix: '__Host-guildhall' })
  expect(sessionToken).toBe('__Host-guildhall.session_token')
})

test('attributes keep the order that existing clients expect', () => {
  const cookie = { name: 'a', value: 'b', ageSeconds: 60 }
  expect(cookieLine(plain, cookie)).toBe('a=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
  expect(cookieLine(secure, { ...cookie, ageSeconds: null })).toBe(
    'a=b; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test('cookies last at most 400 days', () => {
  const cookie = { name: 'a', value: 'b', ageSeconds: 99_999_999 }
  expect(cookieLine(plain, cookie)).toContain('Max-Age=34560000;')
})

test('clearing covers all three session cookies', () => {
  expect(clearedCookies(plain).map((line) => line.split('=')[0])).toEqual([
    'guildhall.session_token',
    'guildhall.session_data',
    'guildhall.dont_remember',
  ])
})

test('those of a session, and no others, get the domain of the settings', () => {
  const shared = cookieNames({ ...onHttps, cookieDomain: 'example.com' })
  const line = (name: string) => cookieLine(shared, { name, value: 'b', ageSeconds: null })
  const { sessionToken, sessionData, dontRemember } = shared
  for (const name of [sessionToken, sessionData, dontRemember]) {
    expect(line(name)).toBe(`${name}=b; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=Lax`)
  }
  for (const name of [shared.adminSession, shared.oauthBrowser, shared.creator]) {
    expect(line(name)).toBe(`${name}=b; Path=/; HttpOnly; Secure; SameSite=Lax`)
  }
})
