import { describe, expect, test } from 'vitest'
import { returnAddress, withReturnAddress } from './return-address.ts'

const origin = 'https://guildhall.example'
const addressFor = (next: string) => returnAddress(`?${new URLSearchParams({ next })}`, origin)

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
    'javascript:alert(1)',
    'dashboard',
    '',
  ])('%j is refused', (next) => {
    expect(addressFor(next)).toBe('/dashboard')
  })

  test('defaults to the dashboard', () => {
    expect(returnAddress('', origin)).toBe('/dashboard')
  })

  test('is passed to the other sign-in pages', () => {
    expect(withReturnAddress('/sign-up', '?next=%2Faccount')).toBe('/sign-up?next=%2Faccount')
    expect(withReturnAddress('/sign-up', '?other=1')).toBe('/sign-up')
  })
})
