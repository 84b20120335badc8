import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CheckoutInput } from '../rules/new-checkout.ts'
import {
  type PreparedCheckout,
  prepareCheckout,
  type SavedCheckout,
  saveNewCheckout,
} from './create-checkout.ts'
import type { CheckoutDeps } from './deps.ts'

interface Offer {
  readonly organizationId: Id<'organization'>
  /** None of them is archived or private. */
  readonly productIds: readonly Id<'product'>[]
  /** Left out where it cannot be used now. */
  readonly discountId: Id<'discount'> | null
  readonly input: CheckoutInput
  /** By which the buyer came. */
  readonly checkoutLinkId: Id<'checkoutLink'> | null
}

export type CreatedCheckout = SavedCheckout & Pick<PreparedCheckout, 'details'>

/**
 * Creates a checkout from what a seller set up earlier. A discount that can no longer be used does
 * not keep the buyer away. `answer` runs in the transaction that saves the checkout.
 */
export async function createFromOffer<T>(
  deps: CheckoutDeps,
  { organizationId, productIds, discountId, input, checkoutLinkId }: Offer,
  answer: (uow: UnitOfWork, created: CreatedCheckout) => Promise<T>,
): Promise<T> {
  const offered = productIds.map((id) => ({ id, loc: [] }))
  const request = {
    organizationId,
    offered,
    offeredBy: 'link',
    input,
    checkoutLinkId,
    mayRevealCustomer: false,
  } as const
  const prepared = await prepareCheckout(deps, { ...request, discountId }).catch(
    (error: unknown) => {
      if (discountId === null || !isDiscountProblem(error)) throw error
      return prepareCheckout(deps, { ...request, discountId: null })
    },
  )
  return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const saved = await saveNewCheckout(uow, deps, prepared)
    return answer(uow, { ...saved, details: prepared.details })
  })
}

const discountCodes = ['checkout_discount_unknown', 'checkout_discount_not_applicable']

const isDiscountProblem = (error: unknown): boolean =>
  error instanceof Problem && discountCodes.includes(error.code)
