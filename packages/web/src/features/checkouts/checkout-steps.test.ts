import { checkoutId } from '@guildhall/contract/checkout/checkout-shapes'
import { Payment } from '@guildhall/contract/payments/shapes'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { stepsOf } from './checkout-steps.ts'

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute))
const uuid = (last: number) => `00000000-0000-7000-8000-00000000000${last}`

const payment = (last: number, minute: number, outcome: object) =>
  z.parse(Payment, {
    id: uuid(last),
    createdAt: at(minute).toISOString(),
    modifiedAt: null,
    processor: 'stripe',
    status: 'pending',
    amount: 2900,
    currency: 'usd',
    method: 'card',
    declineReason: null,
    declineMessage: null,
    organizationId: uuid(8),
    checkoutId: z.parse(checkoutId, uuid(9)),
    orderId: null,
    ...outcome,
  })

const open = { createdAt: at(0), modifiedAt: null, expiresAt: at(60), status: 'open' } as const

const told = (...given: Parameters<typeof stepsOf>) =>
  stepsOf(...given)
    .toReversed()
    .map(({ title, about, at: when }) => [when.getUTCMinutes(), title, about])

describe('of a checkout is told', () => {
  it('that it is open', () => {
    expect(told(open, [], null)).toEqual([[0, 'Opened', null]])
  })

  it('that a buyer is at it', () => {
    expect(told({ ...open, status: 'confirmed' }, [payment(1, 4, {})], null)).toEqual([
      [0, 'Opened', null],
      [4, 'Confirmed by the buyer', 'Asked for $29.00 USD'],
    ])
  })

  it('each attempt, and why it was declined', () => {
    const failed = { status: 'failed', modifiedAt: at(5).toISOString() }
    const lost = payment(1, 4, { ...failed, declineMessage: 'Your card was reported lost.' })
    const poor = payment(2, 5, { ...failed, declineReason: 'insufficient_funds' })
    // As the list comes: the newest first.
    expect(told(open, [poor, lost], null).map(([, title, about]) => [title, about])).toEqual([
      ['Opened', null],
      ['Confirmed by the buyer', 'Asked for $29.00 USD'],
      ['Payment declined', 'Your card was reported lost.'],
      ['Confirmed by the buyer', 'Asked for $29.00 USD'],
      ['Payment declined', 'insufficient funds'],
    ])
  })

  it('that it has expired', () => {
    expect(told({ ...open, status: 'expired', expiresAt: at(59) }, [], null).at(-1)).toEqual([
      59,
      'Expired',
      null,
    ])
  })

  it('that it failed', () => {
    expect(told({ ...open, status: 'failed', modifiedAt: at(7) }, [], null).at(-1)).toEqual([
      7,
      'Failed',
      null,
    ])
  })
})
