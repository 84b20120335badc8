import type { CustomerMethod } from '@guildhall/contract/payments/customer-methods'
import type { MethodSetUp, PaymentMethod } from '@guildhall/contract/payments/method-shapes'
import { assert } from '../../../kernel/assert.ts'
import type { SetUpOutcome } from '../rules/outcome.ts'
import type { PaymentMethodRow } from '../store/methods.ts'
import type { SetUpKey } from '../store/set-ups.ts'

export function presentMethod(row: PaymentMethodRow): PaymentMethod {
  const { id, createdAt, customerId } = row
  const common = { id, createdAt, customerId, default: row.isDefault }
  const { type, brand, last4, expMonth, expYear, wallet } = row
  if (type !== 'card') return { ...common, type }
  const isComplete = brand !== null && last4 !== null && expMonth !== null && expYear !== null
  assert(isComplete, 'a card has all its details')
  const card = { brand, last4, expMonth, expYear, wallet }
  return { type, card, methodMetadata: card, ...common }
}

export const presentMethodToSeller = (row: PaymentMethodRow): CustomerMethod => ({
  checkoutId: row.checkoutId,
  ...presentMethod(row),
})

/** The state of a set-up, with the stored method. */
export function presentSetUp(
  { id }: SetUpKey,
  outcome: SetUpOutcome,
  method: PaymentMethodRow | null,
): MethodSetUp {
  const nothing = { id, clientSecret: null, declineMessage: null, paymentMethod: null }
  switch (outcome.status) {
    case 'succeeded':
      return { ...nothing, status: 'succeeded', paymentMethod: method && presentMethod(method) }
    case 'failed':
      return { ...nothing, status: 'failed', declineMessage: outcome.message }
    case 'needs_action':
      return { ...nothing, status: 'requires_action', clientSecret: outcome.clientSecret }
    case 'pending':
      return { ...nothing, status: 'pending' }
  }
}
