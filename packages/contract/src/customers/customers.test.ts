import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createCustomer } from './customers.ts'
import { createCustomerSession } from './sessions.ts'

const read = (given: object) =>
  z.safeParse(createCustomer.body, { email: 'ann@example.com', ...given })

const address = (given: object) => ({ billingAddress: { country: 'DE', ...given } })

const none = { line1: null, line2: null, postalCode: null, city: null, state: null }

describe('a customer is read', () => {
  it.each<[string, object, object]>([
    [
      'with the address as it is written',
      { email: 'Ann@Example.com' },
      { email: 'Ann@Example.com' },
    ],
    ['with a trimmed name', { name: '  Ann ' }, { name: 'Ann' }],
    ['without a blank name', { name: ' ' }, { name: null }],
    ['with a whole billing address', address({}), address(none)],
    [
      'with blank lines as none',
      address({ line1: ' ', city: 'Ulm ' }),
      address({ ...none, city: 'Ulm' }),
    ],
    [
      'with a country in upper case',
      address({ country: 'us' }),
      address({ ...none, country: 'US' }),
    ],
    ['with a tax id', { taxId: [' DE123456789 ', 'eu_vat'] }, { taxId: ['DE123456789', 'eu_vat'] }],
    ['with a tax id of signs', { taxId: ['ÑAB&1/2', 'mx_rfc'] }, { taxId: ['ÑAB&1/2', 'mx_rfc'] }],
    ['with nothing else', {}, {}],
    ['with an external id of any signs', { externalId: ' a/b% ' }, { externalId: ' a/b% ' }],
    ['cleared', { name: null, billingAddress: null }, { name: null, billingAddress: null }],
  ])('%s', (_what, given, expected) => {
    expect(read(given).data).toEqual({ email: 'ann@example.com', ...expected })
  })

  it.each<[string, object, PropertyKey[]]>([
    ['no address', { email: 'ann' }, ['email']],
    ['a long address', { email: `a@${'b'.repeat(250)}.com` }, ['email']],
    ['a long name', { name: 'x'.repeat(257) }, ['name']],
    ['a name of two lines', { name: 'Ann\nBob' }, ['name']],
    ['an empty external id', { externalId: '' }, ['externalId']],
    ['a long external id', { externalId: 'x'.repeat(256) }, ['externalId']],
    ['an address without a country', { billingAddress: {} }, ['billingAddress', 'country']],
    ['a country that is none', address({ country: 'UK' }), ['billingAddress', 'country']],
    ['a country by its name', address({ country: 'Germany' }), ['billingAddress', 'country']],
    ['a long line', address({ line1: 'x'.repeat(201) }), ['billingAddress', 'line1']],
    [
      'a long postal code',
      address({ postalCode: '1'.repeat(33) }),
      ['billingAddress', 'postalCode'],
    ],
    ['a tax id without its format', { taxId: ['DE1'] }, ['taxId']],
    ['a tax id of three', { taxId: ['DE1', 'eu_vat', 'x'] }, ['taxId']],
    ['an unknown format', { taxId: ['DE1', 'eu'] }, ['taxId', 1]],
    ['an empty tax number', { taxId: [' ', 'eu_vat'] }, ['taxId', 0]],
    ['a tax number of other signs', { taxId: ['<b>', 'eu_vat'] }, ['taxId', 0]],
    ['an empty metadata value', { metadata: { plan: '' } }, ['metadata', 'plan']],
  ])('but not with %s', (_what, given, path) => {
    expect(read(given).error?.issues.map((issue) => issue.path)).toContainEqual(path)
  })
})

describe('a customer session is for', () => {
  const isFor = (given: object) => z.safeParse(createCustomerSession.body, given).success
  const customerId = '00000000-0000-7000-8000-000000000000'

  it.each([
    { customerId },
    { customerExternalId: 'a' },
    { externalCustomerId: 'a' },
    { customerId, customerExternalId: null },
  ])('%j', (given) => expect(isFor(given)).toBe(true))

  it.each([
    {},
    { customerId: null },
    { customerId, externalCustomerId: 'a' },
    { customerExternalId: 'a', externalCustomerId: 'a' },
  ])('one customer, so not for %j', (given) => expect(isFor(given)).toBe(false))
})
