import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findMethodsOf, type PaymentMethodRow } from '../store/methods.ts'

interface ToCharge {
  readonly customerId: Id<'customer'>
  /** Null where nothing is said, and the customer’s default is charged. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
}

/**
 * What is charged, in the order of the questions, because a customer may pay one thing with another
 * card: the method named, or where there is none or it was deleted the default. Null where the
 * customer left nothing.
 */
export async function methodsToCharge(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  wanted: readonly ToCharge[],
): Promise<(PaymentMethodRow | null)[]> {
  const customerIds = wanted.map(({ customerId }) => customerId)
  const methods = await findMethodsOf(db, organizationId, customerIds)
  const byId = new Map(methods.map((method) => [method.id, method]))
  const defaults = new Map(
    methods.filter(({ isDefault }) => isDefault).map((method) => [method.customerId, method]),
  )
  return wanted.map(({ customerId, paymentMethodId }) => {
    const named = paymentMethodId === null ? undefined : byId.get(paymentMethodId)
    return (named?.customerId === customerId ? named : defaults.get(customerId)) ?? null
  })
}
