import { createCheckout } from '@guildhall/contract/checkout/checkouts'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { prepareCheckout, saveNewCheckout } from '../../domains/checkout/actions/create-checkout.ts'
import { createRefund, submitRefund } from '../../domains/orders/actions/create-refund.ts'
import { findOrdersOf, type OrderRow } from '../../domains/orders/store/orders.ts'
import { findPaymentsOf } from '../../domains/payments/store/payments.ts'
import type { openIngestion } from '../../domains/usage/actions/ingest-events.ts'
import { accept, Problem } from '../../kernel/refusal.ts'
import { eventOf } from '../../platform/outbox/domain-events.ts'
import { runUnitOfWork } from '../../platform/unit-of-work.ts'
import { changePlanOf, completeCheckout, type PlanChange } from '../act-as-buyer.ts'
import type { DemoCatalog } from './create-catalog.ts'
import { type DemoPurchase, type ProductName, sandboxCards } from './customer-stories.ts'
import { type DemoContext, idOf } from './demo-context.ts'

export interface DemoShop {
  readonly context: DemoContext
  readonly catalog: DemoCatalog
  readonly ingest: ReturnType<typeof openIngestion>
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
  const id = await openCheckout(shop, buyer, opened).catch(refusedAsNull)
  if (id === null) return null
  const isFree = opened.product === 'chapter'
  await completeCheckout(
    deps,
    { organizationId, id },
    { input: {}, confirmationTokenId: isFree ? null : sandboxCards[card] },
  )
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
  reason: NonNullable<PlanChange['customerCancellationReason']>,
): Promise<unknown> =>
  change(shop, buyer, { cancelAtPeriodEnd: true, customerCancellationReason: reason })

async function change(shop: DemoShop, buyer: DemoBuyer, wanted: PlanChange): Promise<unknown> {
  const { deps, organizationId } = shop.context
  const id = (await lastOrder(shop, buyer))?.subscriptionId ?? null
  if (id === null) return null
  return changePlanOf(deps, {
    key: { organizationId, id },
    change: wanted,
    run: (task) => runUnitOfWork(deps.uowFactory, { organizationId }, task),
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

const styles = ['harbor', 'contour', 'night'] as const
const secondsBetweenTiles = 90

/** One event for each tile, the last one now. */
export async function drawTiles(
  { context: { deps, organizationId }, ingest }: DemoShop,
  { customerId }: DemoBuyer,
  tiles: number,
): Promise<void> {
  const now = deps.clock.now().getTime()
  const events = Array.from({ length: tiles }, (_, at) => ({
    name: 'tile.rendered',
    customerId,
    timestamp: new Date(now - at * secondsBetweenTiles * 1000),
    metadata: { style: styles[at % styles.length] ?? 'harbor', zoom: 4 + (at % 12) },
  }))
  accept(await ingest({ organizationId, events }))
}

const answerDays = 9

/** Their bank has taken the money back, and waits for the seller’s answer. */
export async function dispute(shop: DemoShop, buyer: DemoBuyer): Promise<void> {
  const { deps, organizationId } = shop.context
  const order = await lastOrder(shop, buyer)
  if (order === undefined) return
  const { reads } = deps.uowFactory.database
  const [payment] = await findPaymentsOf(reads, organizationId, { orderIds: [order.id] })
  if (payment === undefined) return
  const reportedAt = deps.clock.now()
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const processorId = `dp_${order.id}`
    uow.record(
      eventOf(
        'dispute.reported',
        { organizationId, id: processorId, version: 1 },
        {
          paymentId: payment.id,
          orderId: order.id,
          processorId,
          status: 'needs_response',
          isWarning: false,
          amount: order.totalAmount,
          reason: 'product_not_received',
          evidenceDueBy: new Date(reportedAt.getTime() + answerDays * dayMilliseconds),
          reportedAt,
        },
      ),
    )
  })
}

const dayMilliseconds = 86_400_000
