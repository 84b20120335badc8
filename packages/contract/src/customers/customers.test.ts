import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createCustomer } from './customers.ts'
import { createCustomerSession } from './sessions.ts'

const read = (given: object) =>
  z.safeParse(createCustomer.body, { email: 'ann@example.com', ...given })

const address = (given: object) => ({ billingAddress: { country: 'DE', ...given } })

const inUs = (state: string, others: object = {}) => address({ ...others, country: 'US', state })

const none = { line1: null, line2: null, postalCode: null, city: null, state: null }

describe('parsing a customer', () => {
  it.each<[string, object, object]>([
    [
      'keeps the case of the email address',
      { email: 'Ann@Example.com' },
      { email: 'Ann@Example.com' },
    ],
    ['trims the name', { name: '  Ann ' }, { name: 'Ann' }],
    ['turns a blank name into null', { name: ' ' }, { name: null }],
    ['completes the billing address', address({}), address(none)],
    [
      'turns blank address lines into null',
      address({ line1: ' ', city: 'Ulm ' }),
      address({ ...none, city: 'Ulm' }),
    ],
    [
      'converts the country to upper case',
      address({ country: 'us' }),
      address({ ...none, country: 'US' }),
    ],
    ['stores a state with its country', inUs('ny'), inUs('US-NY', none)],
    ['accepts a state with its country', inUs('us-ny'), inUs('US-NY', none)],
    ['accepts the name of a state', inUs('new york'), inUs('US-NY', none)],
    [
      'accepts the name of a province',
      address({ country: 'ca', state: 'Québec' }),
      address({ ...none, country: 'CA', state: 'CA-QC' }),
    ],
    [
      'keeps a state that no tax depends on',
      address({ state: 'Bavaria' }),
      address({ ...none, state: 'Bavaria' }),
    ],
    [
      'trims the tax id',
      { taxId: [' DE123456789 ', 'eu_vat'] },
      { taxId: ['DE123456789', 'eu_vat'] },
    ],
    [
      'accepts special characters in a tax id',
      { taxId: ['ÑAB&1/2', 'mx_rfc'] },
      { taxId: ['ÑAB&1/2', 'mx_rfc'] },
    ],
    ['needs only the email address', {}, {}],
    ['keeps every character of an external id', { externalId: ' a/b% ' }, { externalId: ' a/b% ' }],
    ['keeps null', { name: null, billingAddress: null }, { name: null, billingAddress: null }],
  ])('%s', (_title, given, expected) => {
    expect(read(given).data).toEqual({ email: 'ann@example.com', ...expected })
  })

  it.each<[string, object, PropertyKey[]]>([
    ['a malformed email address', { email: 'ann' }, ['email']],
    ['a long email address', { email: `a@${'b'.repeat(250)}.com` }, ['email']],
    ['a long name', { name: 'x'.repeat(257) }, ['name']],
    ['a name with a line break', { name: 'Ann\nBob' }, ['name']],
    ['an empty external id', { externalId: '' }, ['externalId']],
    ['a long external id', { externalId: 'x'.repeat(256) }, ['externalId']],
    ['an address without a country', { billingAddress: {} }, ['billingAddress', 'country']],
    ['an unknown country', address({ country: 'UK' }), ['billingAddress', 'country']],
    ['the name of a country', address({ country: 'Germany' }), ['billingAddress', 'country']],
    ['a state that does not exist', inUs('ZZ'), ['billingAddress', 'state']],
    ['a state of another country', inUs('CA-QC'), ['billingAddress', 'state']],
    ['a long line', address({ line1: 'x'.repeat(201) }), ['billingAddress', 'line1']],
    [
      'a long postal code',
      address({ postalCode: '1'.repeat(33) }),
      ['billingAddress', 'postalCode'],
    ],
    ['a tax id without its format', { taxId: ['DE1'] }, ['taxId']],
    ['a tax id of three parts', { taxId: ['DE1', 'eu_vat', 'x'] }, ['taxId']],
    ['an unknown tax id format', { taxId: ['DE1', 'eu'] }, ['taxId', 1]],
    ['an empty tax number', { taxId: [' ', 'eu_vat'] }, ['taxId', 0]],
    ['a tax number with other characters', { taxId: ['<b>', 'eu_vat'] }, ['taxId', 0]],
    ['an empty metadata value', { metadata: { plan: '' } }, ['metadata', 'plan']],
  ])('refuses %s', (_title, given, path) => {
    expect(read(given).error?.issues.map((issue) => issue.path)).toContainEqual(path)
  })
})

describe('a customer session', () => {
  const isAccepted = (given: object) => z.safeParse(createCustomerSession.body, given).success
  const customerId = '00000000-0000-7000-8000-000000000000'

  it.each([
    { customerId },
    { customerExternalId: 'a' },
    { externalCustomerId: 'a' },
    { customerId, customerExternalId: null },
  ])('is created for %j', (given) => expect(isAccepted(given)).toBe(true))

  it.each([
    {},
    { customerId: null },
    { customerId, externalCustomerId: 'a' },
    { customerExternalId: 'a', externalCustomerId: 'a' },
  ])('requires exactly one customer, unlike %j', (given) => expect(isAccepted(given)).toBe(false))
})
