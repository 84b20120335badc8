import type { listCustomers as contract } from '@guildhall/contract/customers/customers'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Order,
  type Page,
  sorted,
} from '../../../platform/database/listing.ts'
import type { CustomerRow } from './customers.ts'

type Filters = QueryOf<typeof contract>

export const listCustomers = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<CustomerRow>> =>
  listPage(db, matching(db, organizationId, filters), { page, limit, sorting }, listOrder)

/** All matching customers in the order of the list. */
export const customersToExport = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { sorting, ...filters }: Omit<Filters, 'page' | 'limit'>,
): SelectQueryBuilder<Tables, 'customer', CustomerRow> =>
  sorted(matching(db, organizationId, filters), sorting, listOrder)

const matching = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { email, query, metadata }: Omit<Filters, 'page' | 'limit' | 'sorting'>,
) =>
  db
    .selectFrom('customer')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .$if(email !== undefined, (of) => of.where(lowerEmail, '=', sql<string>`lower(${email})`))
    .$if(query !== undefined, (of) =>
      of.where((one) =>
        one.or(searched.map((column) => one(column, 'ilike', containing(query ?? '')))),
      ),
    )
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))

/** The indexed expression. */
const lowerEmail = sql<string>`lower(email)`

const searched = ['name', 'email', 'externalId'] as const

const listOrder: Order<'customer', Filters['sorting'][number]['by']> = {
  columns: { created_at: 'createdAt', email: lowerEmail, name: 'name' },
  nullable: ['name'],
  id: 'id',
}
