import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import { findStandingDisputes } from '../store/disputes.ts'

interface DisputeOfCustomer {
  readonly customerId: Id<'customer'>
  readonly subscriptionId: Id<'subscription'> | null
  /** The card that was charged; null where it wasn’t stored. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
  readonly isOpen: boolean
  readonly openedAt: Date
}

interface OfCustomers {
  readonly organizationId: Id<'organization'>
  readonly customerIds: readonly Id<'customer'>[]
}

/** The disputes of customers that are open or lost. */
export async function standingDisputesOf(
  db: Kysely<Tables>,
  of: OfCustomers,
): Promise<DisputeOfCustomer[]> {
  const disputes = await findStandingDisputes(db, of)
  if (disputes.length === 0) return []
  const paymentIds = disputes.map(({ paymentId }) => paymentId)
  const payments = await findPayments(db, of.organizationId, paymentIds)
  const methodOf = new Map(payments.map(({ id, paymentMethodId }) => [id, paymentMethodId]))
  return disputes.map(({ customerId, subscriptionId, paymentId, status, createdAt }) => ({
    customerId,
    subscriptionId,
    paymentMethodId: methodOf.get(paymentId) ?? null,
    isOpen: status !== 'lost',
    openedAt: createdAt,
  }))
}
