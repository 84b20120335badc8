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

const reported = (...given: Parameters<typeof stepsOf>) =>
  stepsOf(...given)
    .toReversed()
    .map(({ title, about, at: when }) => [when.getUTCMinutes(), title, about])

describe('the timeline of a checkout', () => {
  it('starts with its opening', () => {
    expect(reported(open, [], null)).toEqual([[0, 'Opened', null]])
  })

  it('shows the buyer’s confirmation', () => {
    expect(reported({ ...open, status: 'confirmed' }, [payment(1, 4, {})], null)).toEqual([
      [0, 'Opened', null],
      [4, 'Confirmed by the buyer', 'Payment of $29.00'],
    ])
  })

  it('shows each attempt, and why it was declined', () => {
    const failed = { status: 'failed', modifiedAt: at(5).toISOString() }
    const lost = payment(1, 4, { ...failed, declineMessage: 'Your card was reported lost.' })
    const poor = payment(2, 5, { ...failed, declineReason: 'insufficient_funds' })
    // In the order of the API: newest first.
    expect(reported(open, [poor, lost], null).map(([, title, about]) => [title, about])).toEqual([
      ['Opened', null],
      ['Confirmed by the buyer', 'Payment of $29.00'],
      ['Payment declined', 'Your card was reported lost.'],
      ['Confirmed by the buyer', 'Payment of $29.00'],
      ['Payment declined', 'insufficient funds'],
    ])
  })

  it('shows the expiry', () => {
    expect(reported({ ...open, status: 'expired', expiresAt: at(59) }, [], null).at(-1)).toEqual([
      59,
      'Expired',
      null,
    ])
  })

  it('shows the failure', () => {
    expect(reported({ ...open, status: 'failed', modifiedAt: at(7) }, [], null).at(-1)).toEqual([
      7,
      'Failed',
      null,
    ])
  })
})
