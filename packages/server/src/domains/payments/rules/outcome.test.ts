import { PaymentStatus } from '@guildhall/contract/payments/shapes'
import { describe, expect, it } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { declineWords } from './decline-words.ts'
import { decideNoting, isHardDecline, isOvertaken, mayCharge } from './outcome.ts'
import { paymentLifecycle } from './payment-status.ts'
import type { IntentOutcome } from './processor.ts'

const method = {
  type: 'card',
  card: { brand: 'visa', last4: '4242', country: 'US', expMonth: 12, expYear: 2034, wallet: null },
  kept: null,
  keptFor: null,
} as const

const succeeded: IntentOutcome = { status: 'succeeded', method }

describe('what was seen at the processor', () => {
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
    [{ status: 'needs_action', clientSecret: 'pi_1_secret_2' }, { asks: 'pi_1_secret_2' }],
    [{ status: 'processing' }, 'goes on'],
  ])('%o is noted', (outcome, expected) => {
    expect(decideNoting(outcome)).toEqual(expected)
  })

  it('is money to give back where the payment was given up before', () => {
    expect(PaymentStatus.options.map((status) => isOvertaken(status, succeeded))).toEqual([
      false,
      false,
      true,
    ])
    expect(isOvertaken('failed', { status: 'canceled' })).toBe(false)
  })
})

describe('the buyer is told', () => {
  it('nothing that helps a thief', () => {
    const general = declineWords('generic_decline')
    for (const reason of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'toString']) {
      expect(declineWords(reason)).toBe(general)
    }
  })

  it('in words that stand for themselves', () => {
    expect(declineWords('expired_card')).toBe('Your card has expired. Please use another card.')
  })
})

it('charging again is safe as long as the processor knows the key', () => {
  const begun = new Date('2026-01-01T00:00:00Z')
  expect(mayCharge(begun, new Date('2026-01-01T19:59:59Z'))).toBe(true)
  expect(mayCharge(begun, new Date('2026-01-01T20:00:00Z'))).toBe(false)
})

it('the lifecycle of a payment holds together', () => {
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
])('%s is hard: %s', (reason, isHard) => {
  expect(isHardDecline(reason)).toBe(isHard)
})
