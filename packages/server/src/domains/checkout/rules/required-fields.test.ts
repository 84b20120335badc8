import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import { aPrice } from '../../../../test/checkout-facts.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { billingAddressFields, paymentRequirements, shownAddressFields } from './required-fields.ts'

describe('the payment requirements', () => {
  test.each([
    ['free, one-time', false, [aPrice('free')], 0, [true, false, false, false]],
    ['fixed, one-time', false, [aPrice('fixed')], 900, [false, true, false, true]],
    ['fully discounted, one-time', false, [aPrice('fixed')], 0, [false, false, false, false]],
    ['fixed, recurring', true, [aPrice('fixed')], 900, [false, true, true, true]],
    [
      'fully discounted at first, recurring',
      true,
      [aPrice('fixed')],
      0,
      [false, false, true, true],
    ],
    ['free, recurring', true, [aPrice('free')], 0, [true, false, false, false]],
    ['metered', true, [aPrice('metered_unit')], 0, [false, false, true, true]],
    [
      'free and metered',
      true,
      [aPrice('free'), aPrice('metered_unit')],
      0,
      [false, false, true, true],
    ],
  ])('%s', (_name, isRecurring, prices, total, expected) => {
    const product = { id: 'p' as Id<'product'>, isRecurring, prices }
    const requirements = paymentRequirements({ product, dueAmount: minorUnits(total) })
    expect([
      requirements.isFreeProductPrice,
      requirements.isPaymentRequired,
      requirements.isPaymentSetupRequired,
      requirements.isPaymentFormRequired,
    ]).toEqual(expected)
  })
})

describe('the fields of the billing address', () => {
  const letters = { required: 'R', optional: 'o', disabled: '-' }

  test.each([
    ['nothing to pay', null, false, false, '------'],
    ['nothing to pay, but required by the seller', 'DE', true, false, 'RoRRRo'],
    ['no country yet', null, false, true, 'R-----'],
    ['Germany', 'DE', false, true, 'R-----'],
    ['a business in Germany', 'DE', true, true, 'RoRRRo'],
    ['Canada', 'CA', false, true, 'RR----'],
    ['a business in Canada', 'CA', true, true, 'RRRRRo'],
    ['the United States', 'US', false, true, 'RRRRRo'],
    ['the United States, nothing to pay', 'US', false, false, '------'],
  ])('%s', (_name, country, wholeAddress, isPaidFor, expected) => {
    const modes = billingAddressFields({ country, wholeAddress, isPaidFor })
    const { state, city, postalCode, line1, line2 } = modes
    const said = [modes.country, state, city, postalCode, line1, line2]
    expect(said.map((mode) => letters[mode]).join('')).toBe(expected)
    expect(shownAddressFields(modes)).toMatchObject({ country: true, line1: line1 !== 'disabled' })
  })
})
