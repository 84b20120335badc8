import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listTaxRegistrations as contract } from '@guildhall/contract/tax/registrations'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { TaxRegistrationRow } from './registrations.ts'

export function listRegistrations(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  listing: QueryOf<typeof contract>,
): Promise<Page<TaxRegistrationRow>> {
  const all = db
    .selectFrom('taxRegistration')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
  return listPage(db, all, listing, {
    columns: { created_at: 'createdAt', country: sql`country || '-' || coalesce(state, '')` },
    id: 'id',
  })
}
