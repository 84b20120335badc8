import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { oddPaths } from '../../../test/odd-paths.ts'
import { loopbackPatterns, reportUntrusted, trustedOrigins } from './origins.ts'

const { trusts, accepts } = trustedOrigins('https://ok.example.com', [
  'https://app.example.org/',
  '*.wild.example.com',
  'https://pr-*.preview.dev',
  'localhost:*',
  'myapp://',
])

describe('origins', () => {
  test.each([
    'https://ok.example.com',
    'https://OK.example.com/path?x=1',
    'https://app.example.org',
    'https://a.wild.example.com',
    'http://a.b.wild.example.com',
    'https://pr-12.preview.dev',
    'http://localhost:5173',
    'myapp://callback',
  ])('%s is trusted', (origin) => {
    expect(trusts(origin)).toBe(true)
  })

  test.each([
    'null',
    '',
    'http://ok.example.com',
    'https://ok.example.com:8443',
    'https://ok.example.com.evil.com',
    'https://wild.example.com',
    'https://evilwild.example.com',
    'https://a.wild.example.com:8443',
    'http://pr-12.preview.dev',
    'https://pr-1.evil.preview.dev',
    'https://ok.example.com@evil.com/',
    'https://user:pw@ok.example.com/',
    'https://ok.exa\tmple.com',
    'https:\\\\ok.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'otherapp://x',
    'http://localhost:5173.evil.com',
  ])('%s is not trusted', (origin) => {
    expect(trusts(origin)).toBe(false)
  })
})

describe('redirect targets', () => {
  test.each([
    '/dash',
    '/',
    '/dash?a=b&c=d',
    '/a?x=%2F',
    '/a/../b',
    '/@evil.com',
    'https://ok.example.com/x',
    'myapp://x',
  ])('%s', (url) => {
    expect(accepts(url)).toBe(true)
  })

  test.each([
    '//evil.com',
    '/\\evil.com',
    '/%2fevil.com',
    '/%2Fevil.com',
    '/%5cevil.com',
    '/..//evil.com',
    '/.//evil.com',
    '/a/..//evil.com',
    '/a b',
    '/a#frag',
    'dash',
    '',
    'javascript:alert(1)',
    '/ünï',
    '/a?next=/b:c',
    '/a\r\nset-cookie: x',
    'http://evil.com',
    'https://ok.example.com@evil.com/',
    `/${'a'.repeat(3000)}`,
  ])('refuse %s', (url) => {
    expect(accepts(url)).toBe(false)
  })
})

test('a relative redirect target stays on the site for any text, also once it is normalized', () => {
  const site = 'https://ok.example.com'
  let accepted = 0
  fc.assert(
    fc.property(oddPaths.filter(accepts), (text) => {
      accepted += 1
      const url = new URL(text, site)
      expect(url.origin).toBe(site)
      expect(new URL(`${url.pathname}${url.search}`, site).origin).toBe(site)
    }),
    { numRuns: 1000 },
  )
  expect(accepted).toBe(1000)
})

test('a loopback server accepts each of its host names', () => {
  const local = trustedOrigins('http://localhost:3000', [])
  expect(
    ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'].every(local.trusts),
  ).toBe(true)
  expect(local.trusts('http://127.0.0.1:3001')).toBe(false)
  expect(local.trusts('https://localhost:3000')).toBe(false)
})

describe('a sandbox on this machine', () => {
  const sandbox = trustedOrigins('http://localhost:3000', loopbackPatterns)

  test.each([
    'http://localhost:4000',
    'http://localhost',
    'https://localhost:5173',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])('trusts %s', (origin) => {
    expect(sandbox.trusts(origin)).toBe(true)
  })

  test.each([
    'http://localhost.evil.com:4000',
    'http://evil.com',
    'http://a.localhost:4000',
    'http://127.0.0.1.evil.com',
    'http://127.0.0.2:80',
    'null',
  ])('does not trust %s', (origin) => {
    expect(sandbox.trusts(origin)).toBe(false)
  })
})

describe('a refused origin', () => {
  const logged: string[] = []
  const log = pino({}, { write: (line) => void logged.push(line) })
  const reported = reportUntrusted(trustedOrigins('https://ok.example.com', []), log)

  test('is logged once, with the setting that would allow it, a hundred at most', () => {
    expect(reported.trusts('https://ok.example.com')).toBe(true)
    expect(logged).toEqual([])
    for (let turn = 0; turn < 2; turn += 1) reported.trusts('https://app.example.com')
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      origin: 'https://app.example.com',
      msg: expect.stringContaining('GUILDHALL_TRUSTED_ORIGINS'),
    })
    for (let port = 1; port < 200; port += 1) reported.trusts(`https://evil.com:${port}`)
    expect(logged).toHaveLength(100)
  })
})
