import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Selectable } from 'kysely'
import type {
  DiscountTable,
  ProductTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import type { LinkRow } from './links.ts'

type Product = Selectable<ProductTable>
type Discount = Selectable<DiscountTable>

/** A link with what it offers, in the seller’s order, and what it takes off. */
export interface LinkWithParts {
  readonly link: LinkRow
  readonly products: readonly Product[]
  /** None where it was deleted. */
  readonly discount: Discount | null
}

/** Links of one organization, by two queries however many they are. */
export async function withParts(
  db: Kysely<Tables>,
  links: readonly LinkRow[],
): Promise<LinkWithParts[]> {
  const [first] = links
  if (first === undefined) return []
  const { organizationId } = first
  const offered = await offeredBy(
    db,
    organizationId,
    links.map(({ id }) => id),
  )
  const discounts = await discountsAmong(
    db,
    organizationId,
    links.flatMap(({ discountId }) => discountId ?? []),
  )
  return links.map((link) => ({
    link,
    products: offered.filter(({ checkoutLinkId }) => checkoutLinkId === link.id),
    discount: discounts.find(({ id }) => id === link.discountId) ?? null,
  }))
}

const offeredBy = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'checkoutLink'>[],
) =>
  db
    .selectFrom('checkoutLinkProduct as link')
    .innerJoin('product', (join) =>
      join
        .onRef('product.organizationId', '=', 'link.organizationId')
        .onRef('product.id', '=', 'link.productId'),
    )
    .select('link.checkoutLinkId')
    .selectAll('product')
    .where('link.organizationId', '=', organizationId)
    .where('link.checkoutLinkId', 'in', ids)
    .orderBy('link.position')
    .execute()

async function discountsAmong(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'discount'>[],
): Promise<Discount[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('discount')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
}
