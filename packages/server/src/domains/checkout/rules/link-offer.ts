import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface Product {
  readonly id: Id<'product'>
  readonly isArchived: boolean
  readonly isPrivate: boolean
  readonly isRecurring: boolean
}

interface RequestedProducts {
  readonly requested: readonly Id<'product'>[]
  /** The requested products that exist. */
  readonly found: readonly Product[]
  /** Products that the link already offers may stay when they are no longer for sale. */
  readonly current: readonly Id<'product'>[]
  /** Where the body names a product. */
  readonly loc: (index: number) => readonly (string | number)[]
}

/** Whether a link can offer these products. */
export function productsRefusal({
  requested,
  found,
  current,
  loc: locOf,
}: RequestedProducts): Refusal | null {
  const byId = new Map(found.map((product) => [product.id, product]))
  for (const [index, id] of requested.entries()) {
    const loc = ['body', ...locOf(index)]
    const product = byId.get(id)
    if (product === undefined) return refuse('checkout_product_unknown', { loc })
    if (requested.indexOf(id) < index) return refuse('checkout_product_twice', { loc })
    if (current.includes(id)) continue
    if (product.isArchived) return refuse('checkout_product_archived', { loc })
    if (product.isPrivate) return refuse('checkout_product_private', { loc })
  }
  return null
}

interface Discount {
  readonly duration: string
  /** Empty for all products. */
  readonly limitedTo: readonly Id<'product'>[]
}

/** A discount for some months does not apply to one-time products. */
const appliesTo = ({ duration, limitedTo }: Discount, { id, isRecurring }: Product): boolean =>
  (limitedTo.length === 0 || limitedTo.includes(id)) && (duration !== 'repeating' || isRecurring)

/** A discount must apply to at least one of the products, not to all. */
export function discountRefusal(
  discount: Discount,
  products: readonly Product[],
  field: 'discount_id' | 'products',
): Refusal<'link_discount_for_others'> | null {
  if (products.some((product) => appliesTo(discount, product))) return null
  return refuse('link_discount_for_others', { loc: ['body', field] })
}
