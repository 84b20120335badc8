import { currency } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { applyTo, type BalanceShares, balanceShares, usableBy } from './balance-share.ts'

const usd = currency.parse('usd')
const eur = currency.parse('eur')
const customerId = newId('customer')
const typed = newId('subscription')
const own = newId('subscription')

/** The balance of a customer, and what of it an unaccepted subscription left. */
const shares = (balance: number, left: number | null, isEnded = false): BalanceShares =>
  balanceShares(
    [{ customerId, currency: usd, amount: minorUnits(balance) }],
    [
      {
        customerId,
        subscriptionId: typed,
        currency: left === null ? null : usd,
        amount: minorUnits(left ?? 0),
        isEnded,
      },
    ],
  )

const usable = (of: BalanceShares, subscriptionId: typeof own | null, in_ = usd): number =>
  usableBy(of, { customerId, currency: in_, subscriptionId })

describe('what an order may use', () => {
  it.each([
    ['all credit is the customer’s', 890, null, 890, 0],
    ['all credit is of the unaccepted subscription', 890, 890, 0, 890],
    ['both left some', 890, 300, 590, 300],
    ['the customer owes something', -30, 0, -30, 0],
    ['the unaccepted subscription owes something', 470, -30, 470, -30],
    ['the customer owes more than the other left', -10, 20, -30, 0],
  ])('where %s', (_, balance, left, ofCustomer, ofTyped) => {
    const found = shares(balance, left)
    expect([usable(found, own), usable(found, null), usable(found, typed)]).toEqual([
      ofCustomer,
      ofCustomer,
      ofTyped,
    ])
  })

  it.each([
    ['it left some', 890, 300, 890, 300],
    ['it left nothing', 890, null, 890, 0],
    ['the customer has used what it left', 100, 300, 100, 100],
  ])(
    'where the unaccepted subscription has ended and %s',
    (_, balance, left, ofCustomer, ofTyped) => {
      const found = shares(balance, left, true)
      expect([usable(found, own), usable(found, typed)]).toEqual([ofCustomer, ofTyped])
      applyTo(found, { customerId, currency: usd, subscriptionId: typed }, minorUnits(ofTyped))
      expect([usable(found, own), usable(found, typed)]).toEqual([ofCustomer - ofTyped, 0])
    },
  )

  it('is of its own currency and customer', () => {
    const found = shares(890, 300)
    expect(usable(found, null, eur)).toBe(0)
    const stranger = { customerId: newId('customer'), currency: usd, subscriptionId: null }
    expect(usableBy(found, stranger)).toBe(0)
  })

  it('is what earlier orders of the batch have left', () => {
    const found = shares(890, 300)
    const apply = (subscriptionId: typeof own | null, amount: number) =>
      applyTo(found, { customerId, currency: usd, subscriptionId }, minorUnits(amount))
    apply(typed, 100)
    expect([usable(found, own), usable(found, typed)]).toEqual([590, 200])
    apply(own, 590)
    expect([usable(found, own), usable(found, typed)]).toEqual([0, 200])
    apply(null, -50)
    expect([usable(found, own), usable(found, typed)]).toEqual([50, 200])
  })
})
