import type { listCustomFields as contract } from '@guildhall/contract/catalog/custom-fields'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import type { CustomFieldRow } from './custom-fields.ts'

export function listCustomFields(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { query, type, ...listing }: QueryOf<typeof contract>,
): Promise<Page<CustomFieldRow>> {
  const all = db
    .selectFrom('customField')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
  const matching = all
    .$if(query !== undefined, (of) =>
      of.where((one) =>
        one.or(searched.map((column) => one(column, 'ilike', containing(query ?? '')))),
      ),
    )
    .$if(type !== undefined, (of) => of.where('type', 'in', type ?? []))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', slug: 'key', name: sql`lower(name)`, type: 'type' },
    id: 'id',
  })
}

const searched = ['name', 'key'] as const
