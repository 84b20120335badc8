import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findMethodsOf, type PaymentMethodRow } from '../store/methods.ts'

interface ToCharge {
  readonly customerId: Id<'customer'>
  /** Null for the customer’s default. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
}

/**
 * The methods to charge, in the order of the requests: the named method, or the default where none
 * is named or it was deleted. Null where the customer has no method.
 */
export async function methodsToCharge(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  requests: readonly ToCharge[],
): Promise<(PaymentMethodRow | null)[]> {
  const customerIds = requests.map(({ customerId }) => customerId)
  const methods = await findMethodsOf(db, organizationId, customerIds)
  const byId = new Map(methods.map((method) => [method.id, method]))
  const defaults = new Map(
    methods.filter(({ isDefault }) => isDefault).map((method) => [method.customerId, method]),
  )
  return requests.map(({ customerId, paymentMethodId }) => {
    const named = paymentMethodId === null ? undefined : byId.get(paymentMethodId)
    return (named?.customerId === customerId ? named : defaults.get(customerId)) ?? null
  })
}
