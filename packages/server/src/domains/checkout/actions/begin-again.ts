import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import type { BeginningWish } from '../rules/plan-beginning.ts'
import {
  type OpenedCheckout,
  openCheckout,
  type PreparedCheckout,
  prepareCheckout,
} from './begin-checkout.ts'
import type { CheckoutParts } from './parts.ts'

interface Offer {
  readonly organizationId: Id<'organization'>
  /** All of them for sale, as far as was seen. */
  readonly productIds: readonly Id<'product'>[]
  /** Taken where it can be used now. */
  readonly discountId: Id<'discount'> | null
  readonly wish: BeginningWish
}

export type Begun = OpenedCheckout & Pick<PreparedCheckout, 'makings'>

/**
 * A checkout by what a seller set up earlier: what became of the discount keeps nobody away. What is
 * to be answered is said in the same transaction.
 */
export async function beginFromOffer<T>(
  parts: CheckoutParts,
  { organizationId, productIds, discountId, wish }: Offer,
  answer: (unit: Work, begun: Begun) => Promise<T>,
): Promise<T> {
  const offered = productIds.map((id) => ({ id, loc: [] }))
  const wanted = { organizationId, offered, wish }
  const prepared = await prepareCheckout(parts, { ...wanted, discountId }).catch(
    (error: unknown) => {
      if (discountId === null || !isAboutDiscount(error)) throw error
      return prepareCheckout(parts, { ...wanted, discountId: null })
    },
  )
  return work(parts.workshop, { organizationId }, async (unit) => {
    const opened = await openCheckout(unit, parts, prepared)
    return answer(unit, { ...opened, makings: prepared.makings })
  })
}

const aboutDiscount = ['checkout_discount_unknown', 'checkout_discount_not_applicable']

const isAboutDiscount = (error: unknown): boolean =>
  error instanceof Problem && aboutDiscount.includes(error.code)
