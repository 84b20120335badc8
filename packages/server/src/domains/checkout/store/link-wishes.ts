import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface Among<K extends string> {
  readonly organizationId: Id<'organization'>
  readonly ids: readonly Id<K>[]
}

/** What decides whether products can be offered; those that there are. */
export async function productsAmong(
  tx: Transaction<Tables>,
  { organizationId, ids }: Among<'product'>,
) {
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'isArchived', 'recurringInterval'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ recurringInterval, ...product }) => ({
    ...product,
    isRecurring: recurringInterval !== null,
  }))
}

/** Which product a price in use is of. */
export async function productOfPrice(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  id: Id<'productPrice'>,
): Promise<Id<'product'> | undefined> {
  const price = await tx
    .selectFrom('productPrice')
    .select('productId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('isArchived', '=', false)
    .executeTakeFirst()
  return price?.productId
}

/** For how long a discount lasts, and for which products it is; none means all. */
export async function discountScope(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  id: Id<'discount'>,
) {
  const rows = await tx
    .selectFrom('discount')
    .leftJoin('discountProduct as link', (join) =>
      join
        .onRef('link.organizationId', '=', 'discount.organizationId')
        .onRef('link.discountId', '=', 'discount.id'),
    )
    .select(['discount.duration', 'link.productId'])
    .where('discount.organizationId', '=', organizationId)
    .where('discount.id', '=', id)
    .where('discount.deletedAt', 'is', null)
    .execute()
  const [first] = rows
  return first === undefined
    ? undefined
    : { duration: first.duration, productIds: rows.flatMap(({ productId }) => productId ?? []) }
}
