import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { withProducts } from '../../catalog/store/discount-products.ts'
import { findDiscounts } from '../../catalog/store/discounts.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { discountRefusal, productsRefusal } from '../rules/link-offer.ts'

interface Offer {
  readonly organizationId: Id<'organization'>
  readonly productIds: readonly Id<'product'>[]
  readonly discountId: Id<'discount'> | null
}

interface Input {
  /** The products that the link offers already. */
  readonly current: readonly Id<'product'>[]
  /** Where the body names a product. */
  readonly loc: (index: number) => readonly (string | number)[]
  /** Which field a discount that does not apply is reported for. */
  readonly discountField: 'discount_id' | 'products'
}

/**
 * Refuses products and discounts that a link cannot offer. Nothing is locked: what is archived or
 * deleted later is left out when the link is followed.
 */
export async function checkOffer(
  { tx }: UnitOfWork,
  { organizationId, productIds: requested, discountId }: Offer,
  { current, loc, discountField }: Input,
): Promise<void> {
  const rows = await findProducts(tx, organizationId, requested)
  const found = rows.map(({ id, isArchived, visibility, recurringInterval }) => ({
    id,
    isArchived,
    isPrivate: visibility === 'private',
    isRecurring: recurringInterval !== null,
  }))
  accept(productsRefusal({ requested, found, current, loc }))
  if (discountId === null) return
  const [discount] = await findDiscounts(tx, organizationId, [discountId])
  if (discount === undefined || discount.deletedAt !== null) {
    throw new Problem('checkout_discount_unknown', { loc: ['body', 'discount_id'] })
  }
  const [limited] = await withProducts(tx, [discount])
  const limitedTo = (limited?.products ?? []).map(({ id }) => id)
  accept(discountRefusal({ duration: discount.duration, limitedTo }, found, discountField))
}
