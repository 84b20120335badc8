import type { OrderItemExplanation } from '@guildhall/contract/orders/explanations'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { decimal } from '../../../kernel/decimal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { readPrice } from '../../../platform/database/read-price.ts'
import { findLots } from '../../credits/store/credit-list.ts'
import { presentMeter } from '../../metering/present/meter.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { type BilledItem, findBilledItem, type OrderRow } from '../../orders/store/orders.ts'
import { findRevisions, type RevisionRow } from '../../subscriptions/store/usage-settlements.ts'
import { listCountedEvents } from '../../usage/actions/list-counted-events.ts'
import type { BoundedRead } from '../../usage/store/bounded-reads.ts'
import { findCompleteFrom } from '../../usage/store/retention.ts'
import { explainUsage, type Settled } from '../rules/explain-usage.ts'
import { describeItem } from './describe-item.ts'
import { describeUsage } from './describe-usage.ts'

export interface AskedItem {
  readonly order: OrderRow
  readonly itemId: Id<'orderItem'>
  readonly after: Id<'usageEvent'> | undefined
  readonly limit: number
}

/** Somebody waits for it. */
const bounds = { seconds: 8, loc: ['path', 'item_id'] } as const

/** Null if the order has no such item. */
export async function explainItem(
  db: Kysely<Tables>,
  readBounded: BoundedRead,
  asked: AskedItem,
): Promise<OrderItemExplanation | null> {
  const { order, itemId } = asked
  const { organizationId } = order
  const billed = await findBilledItem(db, order, itemId)
  if (billed === null) return null
  const id = billed.item.usageSettlementId
  const [after, before = null] = id === null ? [] : await findRevisions(db, { organizationId, id })
  const usage =
    after === undefined
      ? null
      : await usageOf(db, readBounded, { page: asked, billed, after, before })
  // The rest of a period of which a part was billed early isn’t late, but what is credited of it is.
  const isLate =
    before !== null && (!before.isOpen || after === undefined || after.amount < before.amount)
  return describeItem(order, billed, { usage, isLate })
}

interface Settlement {
  readonly page: Pick<AskedItem, 'after' | 'limit'>
  readonly billed: BilledItem
  readonly after: RevisionRow
  readonly before: RevisionRow | null
}

async function usageOf(
  db: Kysely<Tables>,
  readBounded: BoundedRead,
  { page, billed, before, after }: Settlement,
): Promise<NonNullable<OrderItemExplanation['usage']>> {
  const { organizationId } = billed.item
  const [meter] = await findMeters(db, organizationId, [after.meterId])
  assert(meter !== undefined, 'meters are never deleted')
  const price = readPrice(after.price)
  const explained = explainUsage({
    price,
    before: before && settledIn(before),
    after: settledIn(after),
    itemAmount: billed.item.amount,
    otherItemsAmount: billed.otherItemsAmount,
  })
  const lots = await findLots(
    db,
    organizationId,
    explained.lots.map(({ lotId }) => lotId),
  )
  const period = { ...after, startsAt: after.startsAtExactly }
  const found = await readBounded(bounds, (tx) =>
    listCountedEvents(
      tx,
      meter,
      { ...period, countedAfter: before?.countedUntil ?? null },
      { after: page.after, count: page.limit + 1 },
    ),
  )
  const retentions = await findCompleteFrom(db, [organizationId])
  return describeUsage({
    meter: presentMeter(meter),
    revisions: { before, after },
    price,
    explained,
    otherItemsAmount: billed.otherItemsAmount,
    lots,
    events: found.slice(0, page.limit),
    hasMore: found.length > page.limit,
    completeFrom: retentions.get(organizationId) ?? null,
  })
}

const settledIn = (row: RevisionRow): Settled => ({
  usage: { consumed: decimal(row.consumedUnits), credited: decimal(row.creditedUnits) },
  amount: row.amount,
  countedUnits: decimal(row.countedUnits),
  lots: row.lots.map(({ lotId, units }) => ({ lotId, units: decimal(units) })),
})
