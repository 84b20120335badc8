import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnAddress, withReturnAddress } from './return-address.ts'

const addressFor = (next: string) => returnAddress(`?${new URLSearchParams({ next })}`)

describe('the address to return to', () => {
  test.each(['/account', '/dashboard/northwind/orders?page=2#row', '/'])(
    '%s is accepted',
    (next) => {
      expect(addressFor(next)).toBe(next)
    },
  )

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example/path',
    '/.//evil.example',
    '/a/.%2E/\\evil.example',
    '/a//b',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
  ])('%j is refused', (next) => {
    expect(addressFor(next)).toBe('/dashboard')
  })

  const pieces = ['/', '\\', '.', '..', '%2e', '%2F', '%5c', '@', ':', '?', '#', 'evil.example']
  const blanks = ['\t', '\n', '\r', ' ', '\u0000', '\u00a0', '\uff0f', '\u3002']
  const texts = fc
    .array(fc.constantFrom(...pieces, ...blanks, 'a'), { maxLength: 12 })
    .map((parts) => `/${parts.join('')}`)

  test('is on the same site for any text, also once it is normalized', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const site = 'https://guildhall.example'
        const url = new URL(addressFor(text), site)
        expect(url.origin).toBe(site)
        expect(new URL(`${url.pathname}${url.search}`, site).origin).toBe(site)
      }),
      { numRuns: 5000 },
    )
  })

  test('defaults to the dashboard', () => {
    expect(returnAddress('')).toBe('/dashboard')
  })

  test('is passed to the other sign-in pages', () => {
    expect(withReturnAddress('/sign-up', '?next=%2Faccount')).toBe('/sign-up?next=%2Faccount')
    expect(withReturnAddress('/sign-up', '?other=1')).toBe('/sign-up')
  })
})
