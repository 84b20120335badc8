import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface Product {
  readonly id: Id<'product'>
  readonly isArchived: boolean
  readonly isRecurring: boolean
}

interface WantedProducts {
  readonly wanted: readonly Id<'product'>[]
  /** Those of the wanted ones that there are. */
  readonly found: readonly Product[]
  /** What the link offers already: it may stay though it was archived meanwhile. */
  readonly kept: readonly Id<'product'>[]
  /** Where in the body a product is named. */
  readonly place: (index: number) => readonly (string | number)[]
}

/** Whether a link can offer these products. */
export function productsRefusal({ wanted, found, kept, place }: WantedProducts): Refusal | null {
  const byId = new Map(found.map((product) => [product.id, product]))
  for (const [index, id] of wanted.entries()) {
    const loc = ['body', ...place(index)]
    const product = byId.get(id)
    if (product === undefined) return refuse('checkout_product_unknown', { loc })
    if (wanted.indexOf(id) < index) return refuse('checkout_product_twice', { loc })
    if (product.isArchived && !kept.includes(id)) {
      return refuse('checkout_product_archived', { loc })
    }
  }
  return null
}

interface Discount {
  readonly duration: string
  /** None means all. */
  readonly productIds: readonly Id<'product'>[]
}

/** What takes something off some months is nothing for what is paid once. */
const isFor = ({ duration, productIds }: Discount, { id, isRecurring }: Product): boolean =>
  (productIds.length === 0 || productIds.includes(id)) && (duration !== 'repeating' || isRecurring)

/** A buyer may choose a product that it isn’t for, but not of these only. */
export function discountRefusal(
  discount: Discount,
  products: readonly Product[],
  field: 'discount_id' | 'products',
): Refusal<'link_discount_for_others'> | null {
  if (products.some((product) => isFor(discount, product))) return null
  return refuse('link_discount_for_others', { loc: ['body', field] })
}
