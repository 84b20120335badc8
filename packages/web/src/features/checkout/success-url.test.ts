import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { successDestination, successPage } from './success-url.ts'
import type { Checkout } from './wire.ts'

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://guild.example' } }))
afterEach(() => vi.unstubAllGlobals())

function checkoutTo(successUrl: string, customerSessionToken?: string): Checkout {
  const made = { id: 'the-id', clientSecret: 'secret', successUrl, customerSessionToken }
  return JSON.parse(JSON.stringify(made))
}

test.each([
  ['https://guild.example/checkout/secret/confirmation', 'token', null],
  ['https://guild.example/other', '', 'https://guild.example/other'],
  ['https://shop.example/?id={CHECKOUT_ID}', '', 'https://shop.example/?id=the-id'],
  ['https://shop.example/?id=%7BCHECKOUT_ID%7D', '', 'https://shop.example/?id=the-id'],
  ['https://shop.example/', 'token', 'https://shop.example/'],
  ['https://shop.example/?s={CUSTOMER_SESSION_TOKEN}', 'token', 'https://shop.example/?s=token'],
  [
    'https://shop.example/?s=%7BCUSTOMER_SESSION_TOKEN%7D',
    'token',
    'https://shop.example/?s=token',
  ],
  ['https://shop.example/#{CUSTOMER_SESSION_TOKEN}', 'token', 'https://shop.example/#token'],
  ['https://shop.example/?s={CUSTOMER_SESSION_TOKEN}', '', 'https://shop.example/?s='],
  ['javascript:alert(1)', '', null],
  ['nowhere', '', null],
])('%s with the token “%s” leads to %s', (successUrl, token, way) => {
  expect(successDestination(checkoutTo(successUrl, token))).toBe(way)
})

test('the page that an embedding site learns has no session', () => {
  const asked = 'https://shop.example/?id={CHECKOUT_ID}&s={CUSTOMER_SESSION_TOKEN}'
  expect(successPage(checkoutTo(asked, 'token'))).toBe('https://shop.example/?id=the-id&s=')
  expect(
    successPage(checkoutTo('https://guild.example/checkout/secret/confirmation', 'token')),
  ).toBe(null)
})
