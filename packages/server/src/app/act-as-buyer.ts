import type { Id } from '@guildhall/contract/primitives'
import { confirmCheckout } from '../domains/checkout/actions/confirm-checkout.ts'
import type { CheckoutDeps } from '../domains/checkout/actions/deps.ts'
import { finishCheckout } from '../domains/checkout/actions/finish-checkout.ts'
import { payCheckout } from '../domains/checkout/actions/pay-checkout.ts'
import { type FoundCheckout, findCheckoutIn } from '../domains/checkout/store/checkouts.ts'
import { findOrganization } from '../domains/organizations/store/organizations.ts'
import { changeSubscription } from '../domains/subscriptions/actions/change-subscription.ts'
import { assert } from '../kernel/assert.ts'

// What buyers do in the examples of a sandbox: nobody repeats these calls, so they save no progress.

interface CheckoutKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'checkout'>
}

export async function checkoutAt(
  { uowFactory }: CheckoutDeps,
  { organizationId, id }: CheckoutKey,
): Promise<FoundCheckout> {
  const found = await findCheckoutIn(uowFactory.database.reads, [organizationId], id)
  assert(found !== undefined, 'a checkout is never deleted')
  return found
}

type Confirmation = Parameters<typeof confirmCheckout>[1]['input']

/** Confirms and pays a checkout; the order exists when this returns. */
export async function completeCheckout(
  deps: CheckoutDeps,
  key: CheckoutKey,
  input: Confirmation,
): Promise<void> {
  const confirmed = await confirmCheckout(deps, {
    find: () => checkoutAt(deps, key),
    input,
    saveProgress: () => Promise.resolve(),
  })
  const organization = await findOrganization(deps.uowFactory.database.reads, key.organizationId)
  assert(organization !== undefined, 'the seller exists')
  const finish = <T>(_: unknown, answer: T) => Promise.resolve(answer)
  await payCheckout(deps, confirmed, { organization, finish })
  // A job would do this a moment later.
  await finishCheckout(deps, key)
}

type Requested = Parameters<typeof changeSubscription>[1]

export type PlanChange = Requested['change']

export const changePlanOf = (
  deps: CheckoutDeps,
  requested: Pick<Requested, 'key' | 'change' | 'run'>,
): Promise<void> =>
  changeSubscription(deps, {
    ...requested,
    finish: () => Promise.resolve(),
    savePaymentId: () => Promise.resolve(),
    startedPaymentId: null,
  })
