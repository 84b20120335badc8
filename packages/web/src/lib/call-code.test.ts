import { expect, test } from 'vitest'
import { callCode } from './call-code.ts'

const calls = callCode('https://shop.example', {
  method: 'POST',
  path: '/v1/customers/',
  sdk: 'customers.create',
  argument: {
    email: "o'neill@example.com",
    externalId: 'user-1',
    taxId: ['DE1', 'eu_vat'],
    billingAddress: { postalCode: '1' },
    metadata: { signUp: true },
  },
})

test('the code for the official client', () => {
  expect(calls.sdk).toContain("serverURL: 'https://shop.example',")
  expect(calls.sdk.slice(calls.sdk.indexOf('await'))).toBe(`await guildhall.customers.create({
  email: 'o\\'neill@example.com',
  externalId: 'user-1',
  taxId: ['DE1', 'eu_vat'],
  billingAddress: {
    postalCode: '1',
  },
  metadata: {
    signUp: true,
  },
})`)
})

test('curl sends the wire’s format', () => {
  expect(calls.curl).toContain('curl -X POST https://shop.example/v1/customers/ \\\n')
  const body = calls.curl.slice(calls.curl.indexOf("-d '") + 4, -1).replaceAll("'\\''", "'")
  expect(JSON.parse(body)).toEqual({
    email: "o'neill@example.com",
    external_id: 'user-1',
    tax_id: ['DE1', 'eu_vat'],
    billing_address: { postal_code: '1' },
    metadata: { signUp: true },
  })
})

test('GET has no body', () => {
  const { curl, sdk } = callCode('https://a.example', {
    method: 'GET',
    path: '/v1/customers/',
    sdk: 'customers.list',
  })
  expect(curl.split('\n')).toHaveLength(2)
  expect(sdk).toContain('await guildhall.customers.list()')
})
