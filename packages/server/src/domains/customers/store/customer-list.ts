import type { listCustomers as contract } from '@guildhall/contract/customers/customers'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Page,
} from '../../../platform/database/listing.ts'
import type { CustomerRow } from './customers.ts'

export function listCustomers(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { email, query, metadata, ...listing }: QueryOf<typeof contract>,
): Promise<Page<CustomerRow>> {
  const all = db
    .selectFrom('customer')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
  const matching = all
    .$if(email !== undefined, (of) => of.where(lowerEmail, '=', sql<string>`lower(${email})`))
    .$if(query !== undefined, (of) =>
      of.where((one) =>
        one.or(searched.map((column) => one(column, 'ilike', containing(query ?? '')))),
      ),
    )
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', email: lowerEmail, name: 'name' },
    nullable: ['name'],
    id: 'id',
  })
}

/** The indexed expression. */
const lowerEmail = sql<string>`lower(email)`

const searched = ['name', 'email', 'externalId'] as const
