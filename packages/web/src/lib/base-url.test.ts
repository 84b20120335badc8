import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountBaseUrl } from './base-url.ts'

afterEach(() => vi.unstubAllGlobals())

const invalid = (url: string) => `Invalid base URL: ${url}. Please provide a valid base URL.`
const noOrigin = 'Could not get origin from request. Please provide a valid base URL.'

describe('a configured base URL', () => {
  test.each([
    ['https://accounts.example.com', 'https://accounts.example.com/api/auth'],
    ['https://accounts.example.com/', 'https://accounts.example.com/api/auth'],
    ['http://localhost:3000', 'http://localhost:3000/api/auth'],
    ['https://example.com/accounts', 'https://example.com/accounts'],
    ['https://example.com/accounts/', 'https://example.com/accounts'],
  ])('%s means %s', (configured, base) => {
    expect(accountBaseUrl({ configured })).toBe(base)
  })

  test.each(['accounts.example.com', '/api/auth', 'https://', 'ftp://example.com', 'mailto:a@b.c'])(
    '%s is refused with the specified message',
    (configured) => {
      expect(() => accountBaseUrl({ configured })).toThrow(invalid(configured))
    },
  )

  test('takes precedence over the request', () => {
    const request = { url: 'https://other.example/page' }
    const configured = 'https://accounts.example.com'
    expect(accountBaseUrl({ configured, request })).toBe(`${configured}/api/auth`)
  })
})

describe('without one', () => {
  test('it is the default path at the request’s origin', () => {
    const request = { url: 'https://shop.example:8443/account?tab=1#top' }
    expect(accountBaseUrl({ request })).toBe('https://shop.example:8443/api/auth')
    expect(accountBaseUrl({ configured: '', request })).toBe('https://shop.example:8443/api/auth')
  })

  test('in a browser it is the page’s origin', () => {
    vi.stubGlobal('location', { href: 'https://shop.example/account' })
    expect(accountBaseUrl({})).toBe('https://shop.example/api/auth')
  })

  test.each(['/account', '', 'about:blank', 'file:///index.html', 'data:text/html,x'])(
    'an origin that can’t be read from %j is an error',
    (url) => {
      expect(() => accountBaseUrl({ request: { url } })).toThrow(noOrigin)
    },
  )

  test('a missing request is the same error', () => {
    expect(() => accountBaseUrl({})).toThrow(noOrigin)
  })
})
