import { PaymentStatus } from '@guildhall/contract/payments/shapes'
import { describe, expect, it } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { declineMessageOf } from './decline-message.ts'
import { decideOutcome, isHardDecline, isLateSuccess, mayCharge } from './outcome.ts'
import { paymentLifecycle } from './payment-status.ts'
import type { IntentOutcome } from './processor.ts'

const method = {
  type: 'card',
  card: { brand: 'visa', last4: '4242', country: 'US', expMonth: 12, expYear: 2034, wallet: null },
  storedId: null,
  ownerId: null,
} as const

const succeeded: IntentOutcome = { status: 'succeeded', method }

describe('an outcome at the processor', () => {
  it.each<readonly [IntentOutcome, unknown]>([
    [succeeded, { status: 'succeeded', declineReason: null, declineMessage: null, method }],
    [
      { status: 'declined', reason: 'insufficient_funds', method },
      {
        status: 'failed',
        declineReason: 'insufficient_funds',
        declineMessage: 'There isn’t enough money on your card. Please use another card.',
        method,
      },
    ],
    [
      { status: 'canceled' },
      {
        status: 'failed',
        declineReason: 'canceled',
        declineMessage: 'The payment was canceled. You can try again.',
        method: null,
      },
    ],
    [{ status: 'needs_action', clientSecret: 'pi_1_secret_2' }, { clientSecret: 'pi_1_secret_2' }],
    [{ status: 'processing' }, 'unchanged'],
  ])('%o is recorded', (outcome, expected) => {
    expect(decideOutcome(outcome)).toEqual(expected)
  })

  it('is a late success only where the payment had failed', () => {
    expect(PaymentStatus.options.map((status) => isLateSuccess(status, succeeded))).toEqual([
      false,
      false,
      true,
    ])
    expect(isLateSuccess('failed', { status: 'canceled' })).toBe(false)
  })
})

describe('the message to the buyer', () => {
  it('reveals nothing to a thief', () => {
    const defaultMessage = declineMessageOf('generic_decline')
    for (const reason of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'toString']) {
      expect(declineMessageOf(reason)).toBe(defaultMessage)
    }
  })

  it('says what to do next', () => {
    expect(declineMessageOf('expired_card')).toBe('Your card has expired. Please use another card.')
  })
})

it('a charge can be repeated while the processor knows the idempotency key', () => {
  const startedAt = new Date('2026-01-01T00:00:00Z')
  expect(mayCharge(startedAt, new Date('2026-01-01T19:59:59Z'))).toBe(true)
  expect(mayCharge(startedAt, new Date('2026-01-01T20:00:00Z'))).toBe(false)
})

it('the lifecycle of a payment is consistent', () => {
  expect(lifecycleFaults(paymentLifecycle)).toEqual([])
  expect(Object.keys(paymentLifecycle.moves)).toEqual(PaymentStatus.options)
})

it.each([
  ['lost_card', true],
  ['stolen_card', true],
  ['expired_card', true],
  ['insufficient_funds', false],
  ['generic_decline', false],
  ['authentication_required', false],
  ['abandoned', false],
])('%s is a hard decline: %s', (reason, isHard) => {
  expect(isHardDecline(reason)).toBe(isHard)
})
