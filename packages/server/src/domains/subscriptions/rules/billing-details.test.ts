import type { Address } from '@guildhall/contract/customers/address'
import { describe, expect, it } from 'vitest'
import { readTaxId } from '../../tax/rules/tax-id.ts'
import { type BillingDetails, billingDetailsAfter, completedBy } from './billing-details.ts'

const inPlace = (country: string, state: string | null = null): Address => ({
  line1: null,
  line2: null,
  postalCode: null,
  city: null,
  state,
  country,
})

const france = inPlace('FR')
const germany = inPlace('DE')
const frenchNumber = ['FR83404833048', 'eu_vat'] as const

const bought: BillingDetails = {
  name: 'Ada SARL',
  address: france,
  taxId: [...frenchNumber],
  isBusiness: true,
}

const ada = { name: 'Ada', address: inPlace('CH'), taxId: null }

const after = (change: Partial<typeof ada | BillingDetails>, billing = bought) =>
  billingDetailsAfter(billing, { before: ada, after: { ...ada, ...change }, readTaxId })

describe('after a change of the customer', () => {
  it('nothing changes that the customer has not changed', () => {
    expect(after({})).toEqual(bought)
    expect(after({ name: 'Ada Lovelace' })).toEqual(bought)
  })

  it('the name changes where it was the customer’s', () => {
    const billing = { ...bought, name: 'Ada' }
    expect(after({ name: 'Ada Lovelace' }, billing).name).toBe('Ada Lovelace')
  })

  it('a new address holds, and the tax id stays in its country', () => {
    const moved = { ...france, city: 'Lyon' }
    expect(after({ address: moved })).toEqual({ ...bought, address: moved })
  })

  it('a tax id of another country is dropped', () => {
    expect(after({ address: germany })).toMatchObject({ address: germany, taxId: null })
  })

  it('a new tax id makes a business', () => {
    const billing = { ...bought, taxId: null, isBusiness: false }
    expect(after({ taxId: [...frenchNumber] }, billing)).toMatchObject({
      taxId: frenchNumber,
      isBusiness: true,
    })
  })

  it('a removed tax id is removed', () => {
    const before = { ...ada, taxId: [...frenchNumber] as BillingDetails['taxId'] }
    const change = { before, after: ada, readTaxId }
    expect(billingDetailsAfter(bought, change)).toMatchObject({ taxId: null, isBusiness: true })
  })

  it.each([null, inPlace('US'), inPlace('US', 'ZZ')])(
    'the last address that says enough for tax stays, unlike %j',
    (address) => expect(after({ address }).address).toEqual(france),
  )
})

describe('without an address that says enough', () => {
  const unknown = { ...bought, address: null }

  it('the customer’s is used', () => {
    expect(completedBy(unknown, ada)).toEqual({ ...bought, address: ada.address })
  })

  it('nothing changes where the customer has none either', () => {
    expect(completedBy(unknown, { ...ada, address: inPlace('US') })).toEqual(unknown)
  })

  it('its own comes first', () => expect(completedBy(bought, ada)).toEqual(bought))
})
