import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { discountRefusal, productsRefusal } from '../rules/link-offer.ts'
import { discountScope, productsAmong } from '../store/link-wishes.ts'

interface Offer {
  readonly organizationId: Id<'organization'>
  readonly productIds: readonly Id<'product'>[]
  readonly discountId: Id<'discount'> | null
}

interface Said {
  /** What the link offered before. */
  readonly kept: readonly Id<'product'>[]
  /** Where in the body a product is named. */
  readonly place: (index: number) => readonly (string | number)[]
  /** At which of the two a discount that doesn’t fit is told. */
  readonly discountField: 'discount_id' | 'products'
}

/**
 * Refuses what a link can’t offer. Nothing is held for it: what is archived or deleted later is
 * left out when somebody follows the link.
 */
export async function checkOffer(
  { tx }: Work,
  { organizationId, productIds: wanted, discountId }: Offer,
  { kept, place, discountField }: Said,
): Promise<void> {
  const found = await productsAmong(tx, { organizationId, ids: wanted })
  accept(productsRefusal({ wanted, found, kept, place }))
  if (discountId === null) return
  const discount = await discountScope(tx, organizationId, discountId)
  if (discount === undefined) {
    throw new Problem('checkout_discount_unknown', { loc: ['body', 'discount_id'] })
  }
  accept(discountRefusal(discount, found, discountField))
}
