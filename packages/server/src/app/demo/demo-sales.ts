import { createCheckout } from '@guildhall/contract/checkout/checkouts'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import {
  confirmCheckout,
  findCheckoutIn,
  finishCheckout,
  payCheckout,
  prepareCheckout,
  saveNewCheckout,
} from '../../domains/checkout/index.ts'
import {
  createRefund,
  findOrdersOf,
  type OrderRow,
  submitRefund,
} from '../../domains/orders/index.ts'
import { findOrganization } from '../../domains/organizations/index.ts'
import { changeSubscription } from '../../domains/subscriptions/index.ts'
import { assert } from '../../kernel/assert.ts'
import { Problem } from '../../kernel/refusal.ts'
import { runUnitOfWork } from '../../platform/unit-of-work.ts'
import type { DemoCatalog } from './create-catalog.ts'
import { type DemoPurchase, type ProductName, sandboxCards } from './customer-stories.ts'
import { type DemoContext, idOf } from './demo-context.ts'

export interface DemoShop {
  readonly context: DemoContext
  readonly catalog: DemoCatalog
}

/** A customer by now. */
export interface DemoBuyer {
  readonly customerId: Id<'customer'>
  /** Where they bought last. */
  readonly checkoutId: Id<'checkout'> | null
}

interface Opened {
  readonly product: ProductName
  readonly discount: string | null
}

export async function openCheckout(
  { context: { deps, organizationId }, catalog }: DemoShop,
  { customerId }: DemoBuyer,
  { product, discount }: Opened,
): Promise<Id<'checkout'>> {
  const id = idOf(catalog.productIds, product)
  const prepared = await prepareCheckout(deps, {
    organizationId,
    offered: [{ id, loc: ['body', 'product_id'] }],
    offeredBy: 'seller',
    input: z.parse(createCheckout.body, {
      productId: id,
      customerId,
      ...(product === 'atlas' && { customFieldData: { cover: 'linen' } }),
    }),
    discountId: discount === null ? null : idOf(catalog.discountIds, discount),
    mayRevealCustomer: true,
  })
  const saved = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    saveNewCheckout(uow, deps, prepared),
  )
  return saved.row.id
}

/** Returns the checkout; null where the purchase is refused, such as of a plan that they have. */
export async function buy(
  shop: DemoShop,
  buyer: DemoBuyer,
  { card, ...opened }: DemoPurchase,
): Promise<Id<'checkout'> | null> {
  const { deps, organizationId } = shop.context
  const { reads } = deps.uowFactory.database
  const id = await openCheckout(shop, buyer, opened).catch(refusedAsNull)
  if (id === null) return null
  const find = async () => {
    const found = await findCheckoutIn(reads, [organizationId], id)
    assert(found !== undefined, 'it was opened before')
    return found
  }
  const isFree = opened.product === 'chapter'
  const confirmed = await confirmCheckout(deps, {
    find,
    input: { input: {}, confirmationTokenId: isFree ? null : sandboxCards[card] },
    saveProgress: async () => undefined,
  })
  const organization = await findOrganization(reads, organizationId)
  assert(organization !== undefined, 'the seller was created before')
  await payCheckout(deps, confirmed, { organization, finish: async (_uow, answer) => answer })
  await finishCheckout(deps, { organizationId, id })
  return id
}

/** A refusal is a day on which nothing happened. */
function refusedAsNull(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}

async function lastOrder(
  { context: { deps, organizationId } }: DemoShop,
  { checkoutId }: DemoBuyer,
): Promise<OrderRow | undefined> {
  if (checkoutId === null) return undefined
  const { reads } = deps.uowFactory.database
  return (await findOrdersOf(reads, organizationId, { checkoutIds: [checkoutId] }))[0]
}

type Change = Parameters<typeof changeSubscription>[1]['change']

export const changePlan = (
  shop: DemoShop,
  buyer: DemoBuyer,
  product: ProductName,
): Promise<unknown> =>
  change(shop, buyer, {
    productId: idOf(shop.catalog.productIds, product),
    prorationBehavior: 'invoice',
  })

export const cancel = (
  shop: DemoShop,
  buyer: DemoBuyer,
  reason: NonNullable<Change['customerCancellationReason']>,
): Promise<unknown> =>
  change(shop, buyer, { cancelAtPeriodEnd: true, customerCancellationReason: reason })

async function change(shop: DemoShop, buyer: DemoBuyer, wanted: Change): Promise<unknown> {
  const { deps, organizationId } = shop.context
  const id = (await lastOrder(shop, buyer))?.subscriptionId ?? null
  if (id === null) return null
  return changeSubscription(deps, {
    key: { organizationId, id },
    change: wanted,
    run: (task) => runUnitOfWork(deps.uowFactory, { organizationId }, task),
    finish: async () => undefined,
    savePaymentId: async () => undefined,
    startedPaymentId: null,
  }).catch(refusedAsNull)
}

/** The seller takes a book back. */
export async function giveBack(shop: DemoShop, buyer: DemoBuyer): Promise<void> {
  const { deps, organizationId } = shop.context
  const order = await lastOrder(shop, buyer)
  if (order === undefined || order.netAmount === 0) return
  const id = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    createRefund(uow, order, {
      amount: order.netAmount,
      reason: 'customer_request',
      revokeBenefits: true,
    }),
  )
  await submitRefund(deps, { organizationId, id })
}
