import type { listCheckouts as contract } from '@guildhall/contract/checkout/checkouts'
import type { QueryOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import type { CheckoutRow } from './checkouts.ts'

export function listCheckouts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { productId, customerId, status, query, ...listing }: QueryOf<typeof contract>,
): Promise<Page<CheckoutRow>> {
  const matching = db
    .selectFrom('checkout')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(productId !== undefined, (of) => of.where('productId', 'in', productId ?? []))
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(status !== undefined, (of) => of.where('status', 'in', status ?? []))
    .$if(query !== undefined, (of) => of.where('customerEmail', 'ilike', containing(query ?? '')))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', expires_at: 'expiresAt', status: 'status' },
    id: 'id',
  })
}
