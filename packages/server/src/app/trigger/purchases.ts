import type { Id } from '@guildhall/contract/primitives'
import {
  changeCheckout,
  confirmCheckout,
  type FoundCheckout,
  findCheckoutIn,
  finishCheckout,
  openCheckout,
  payCheckout,
  prepareCheckout,
} from '../../domains/checkout/index.ts'
import { beginRefund, carryOutRefund } from '../../domains/orders/index.ts'
import { findOrganization } from '../../domains/organizations/index.ts'
import { changeSubscription } from '../../domains/subscriptions/index.ts'
import { assert } from '../../kernel/assert.ts'
import { minorUnits } from '../../kernel/money.ts'
import {
  address,
  inWork,
  makeProduct,
  newAddress,
  type Offer,
  priceAmount,
  type Stage,
} from './stage.ts'

type CheckoutId = Id<'checkout'>

export async function beginCheckout(stage: Stage, offer: Offer = 'once'): Promise<CheckoutId> {
  const { parts, organizationId, event } = stage
  const productId = await makeProduct(stage, offer)
  const prepared = await prepareCheckout(parts, {
    organizationId,
    offered: [{ id: productId, loc: [] }],
    wish: { metadata: { triggered_for: event } },
    discountId: null,
  })
  return (await inWork(stage, (unit) => openCheckout(unit, parts, prepared))).row.id
}

/** The buyer says who they are, and doesn’t pay yet. */
export async function fillCheckout(stage: Stage, id: CheckoutId): Promise<void> {
  const wanted = { wish: { customerName: 'Ada Example' }, isComplete: false }
  await changeCheckout(
    stage.parts,
    () => checkoutAt(stage, id),
    wanted,
    (change) => inWork(stage, change),
  )
}

async function checkoutAt(
  { parts, organizationId }: Stage,
  id: CheckoutId,
): Promise<FoundCheckout> {
  const found = await findCheckoutIn(parts.workshop.database.reads, [organizationId], id)
  assert(found !== undefined, 'a checkout is never deleted')
  return found
}

interface Bought {
  readonly orderId: Id<'order'>
  readonly subscriptionId: Id<'subscription'> | null
}

/** Somebody new buys it with a good card, and has it when this answers. */
export async function buy(stage: Stage, offer: Offer): Promise<Bought> {
  const { parts, organizationId } = stage
  const id = await beginCheckout(stage, offer)
  const confirmed = await confirmCheckout(parts, {
    find: () => checkoutAt(stage, id),
    wanted: {
      wish: {
        customerEmail: newAddress(stage),
        customerName: 'Ada Example',
        customerBillingAddress: address,
      },
      confirmationTokenId: 'tok_sandbox_ok',
    },
    note: () => Promise.resolve(),
  })
  const organization = await findOrganization(parts.workshop.database.reads, organizationId)
  assert(organization !== undefined, 'what sells is there')
  const finish = <T>(_: unknown, answer: T) => Promise.resolve(answer)
  await payCheckout(parts, confirmed, { organization, finish })
  // What is billed again and again would follow by itself, a moment later.
  await finishCheckout(parts, { organizationId, id })
  return boughtAt(stage, id)
}

async function boughtAt({ parts, organizationId }: Stage, id: CheckoutId): Promise<Bought> {
  const order = await parts.workshop.database.kysely
    .selectFrom('orders')
    .select(['id', 'subscriptionId'])
    .where('organizationId', '=', organizationId)
    .where('checkoutId', '=', id)
    .executeTakeFirst()
  assert(order !== undefined, 'what is paid is ordered')
  return { orderId: order.id, subscriptionId: order.subscriptionId }
}

export async function subscribe(stage: Stage): Promise<Id<'subscription'>> {
  const { subscriptionId } = await buy(stage, 'monthly')
  assert(subscriptionId !== null, 'what is billed every month is a subscription')
  return subscriptionId
}

type Change = Parameters<typeof changeSubscription>[1]['change']

export const change = (stage: Stage, id: Id<'subscription'>, wanted: Change): Promise<void> =>
  changeSubscription(stage.parts, {
    key: { organizationId: stage.organizationId, id },
    change: wanted,
    open: (task) => inWork(stage, task),
    finish: () => Promise.resolve(),
    note: () => Promise.resolve(),
    begun: null,
  })

/** All of it, at once or by the time that the processor calls. */
export async function refund(
  stage: Stage,
  orderId: Id<'order'>,
  parts: Stage['parts'] = stage.parts,
): Promise<Id<'refund'>> {
  const { organizationId } = stage
  const wish = {
    reason: 'customer_request',
    amount: minorUnits(priceAmount),
    revokeBenefits: false,
  } as const
  const order = { organizationId, id: orderId }
  const id = await inWork(stage, (unit) => beginRefund(unit, order, wish))
  await carryOutRefund(parts, { organizationId, id })
  return id
}
