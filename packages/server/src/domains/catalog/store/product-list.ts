import type { listProducts as contract } from '@guildhall/contract/catalog/products'
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
import type { ProductRow } from './products.ts'

export function listProducts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: QueryOf<typeof contract>,
): Promise<Page<ProductRow>> {
  const { id, query: search, benefitId, metadata, ...rest } = query
  const { isArchived, isRecurring, visibility, ...listing } = rest
  const matching = db
    .selectFrom('product')
    .selectAll()
    .where('product.organizationId', '=', organizationId)
    .$if(id !== undefined, (of) => of.where('product.id', 'in', id ?? []))
    .$if(search !== undefined, (of) => of.where('name', 'ilike', containing(search ?? '')))
    .$if(isArchived !== undefined, (of) => of.where('isArchived', '=', isArchived === true))
    .$if(isRecurring !== undefined, (of) =>
      of.where('recurringInterval', isRecurring === true ? 'is not' : 'is', null),
    )
    .$if(visibility !== undefined, (of) => of.where('visibility', 'in', visibility ?? []))
    .$if(benefitId !== undefined, (of) => of.where(hasAnyOf(benefitId ?? [])))
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))
  return listPage(db, matching, listing, {
    columns: {
      created_at: 'createdAt',
      name: lowerName,
      price_amount_type: amountTypeRank,
      price_amount: 'leadingAmount',
    },
    id: 'product.id',
  })
}

/** The expression of the index: from the least that buyers are bound to, to the most. */
const amountTypeRank = sql<number>`product_amount_type_rank(leading_amount_type)`

/** The expression of the index. */
const lowerName = sql<string>`lower(name)`

const hasAnyOf = (benefitIds: readonly Id<'benefit'>[]) => sql<boolean>`
  exists (select from product_benefit b
           where b.organization_id = product.organization_id
             and b.product_id = product.id
             and b.benefit_id = any(${benefitIds}::uuid[]))`
