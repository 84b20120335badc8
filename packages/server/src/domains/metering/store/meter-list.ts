import type { listMeters as contract } from '@guildhall/contract/metering/meters'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Page,
} from '../../../platform/database/listing.ts'
import type { MeterRow } from './meters.ts'

export function listMeters(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { query, metadata, isArchived, ...listing }: QueryOf<typeof contract>,
): Promise<Page<MeterRow>> {
  const all = db.selectFrom('meter').selectAll().where('organizationId', '=', organizationId)
  const matching = all
    .$if(query !== undefined, (of) => of.where('name', 'ilike', containing(query ?? '')))
    .$if(isArchived !== undefined, (of) => of.where('isArchived', '=', isArchived === true))
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', name: 'name' },
    id: 'id',
  })
}
