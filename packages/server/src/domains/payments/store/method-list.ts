import type { QueryOf } from '@guildhall/contract/endpoint'
import type { listPaymentMethods as contract } from '@guildhall/contract/payments/methods'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { PaymentMethodRow } from './methods.ts'

interface Whose {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** One page of what a customer left. */
export function listMethods(
  db: Kysely<Tables>,
  { organizationId, customerId }: Whose,
  listing: QueryOf<typeof contract>,
): Promise<Page<PaymentMethodRow>> {
  const matching = db
    .selectFrom('paymentMethod')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('deletedAt', 'is', null)
  return listPage(db, matching, listing, { columns: { created_at: 'createdAt' }, id: 'id' })
}
