import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { pageLimit } from '../billing/listing.ts'
import { priceId } from '../catalog/prices.ts'
import { ChargePart, pricingSchemes } from '../catalog/pricing.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { Meter } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { id, instant, minorUnits } from '../primitives.ts'
import { CreditLot } from '../usage/credit-shapes.ts'
import { UsageEvent } from '../usage/shapes.ts'
import { orderId } from './order-shapes.ts'

/** Decimals with all their digits, which numbers don’t have. */
const exact = z.string()

const itemId = id('orderItem')

const Tier = z.object({
  /** The last unit that belongs to it; null in the last tier. */
  upTo: z.nullable(exact),
  unitAmount: exact,
  /** Charged once, with the first unit at this tier. */
  flatAmount: exact,
})

/** In minor units with fractions. */
export const ExplainedPrice = z.object({
  scheme: z.enum(pricingSchemes),
  unitAmount: z.nullable(exact),
  packageUnits: z.nullable(exact),
  packageAmount: z.nullable(exact),
  tiers: z.array(Tier),
  includedUnits: exact,
  minimumAmount: z.nullable(minorUnits),
  capAmount: z.nullable(minorUnits),
  /**
   * What was charged in the same billing period before the plan was changed: packages and tiers go
   * on after these units. Included units and minimum are the share of the time in which the price
   * was in force.
   */
  chargedBeforeUnits: exact,
})
export type ExplainedPrice = z.output<typeof ExplainedPrice>

/** Of a whole period. */
const BilledUsage = z.object({
  consumedUnits: exact,
  creditedUnits: exact,
  amount: minorUnits,
})

const ServedLot = z.object({
  ...z.pick(CreditLot, { id: true, createdAt: true, source: true, expiresAt: true, reason: true })
    .shape,
  /** What it covers of this line; below zero for what it got back. */
  units: exact,
})

const event = UsageEvent.shape

const CountedEvent = z.object({
  id: event.id,
  timestamp: event.timestamp,
  name: event.name,
  externalId: event.externalId,
  entity: event.entity,
  /** What the meter reads of it; 1 where it counts. */
  value: exact,
  /** What it adds to the line; null where that is not a sum. */
  units: z.nullable(exact),
  /** Whether it is what the maximum or minimum is. */
  isDecisive: z.boolean(),
  /** Events that were voided are taken off. */
  change: z.enum(['added', 'removed']),
  voidedAt: event.voidedAt,
  replacedBy: event.replacedBy,
})

export const UsageExplanation = z.object({
  meter: z.pick(Meter, { id: true, name: true, aggregation: true }),
  periodStart: instant,
  periodEnd: instant,
  price: ExplainedPrice,
  /** What was billed of the period before; null if nothing was. */
  before: z.nullable(BilledUsage),
  after: BilledUsage,
  /** What the line bills: the difference of both. */
  units: exact,
  parts: z.array(ChargePart),
  roundingAmount: exact,
  /** What the period costs more than was billed before. */
  differenceAmount: minorUnits,
  /** What other items of orders bill or credit of it. */
  otherItemsAmount: minorUnits,
  /** A percentage that was taken off at once, or what credits can’t return because it wasn’t paid. */
  deductedAmount: minorUnits,
  credits: z.array(ServedLot),
  /** Credits that came, or went, while the order was made; settled with the next one. */
  laterCreditUnits: exact,
  /** Of all events of the period by then. */
  eventCount: z.int(),
  eventSum: exact,
  /** Came while the order before was made, and is billed with this one. */
  carriedUnits: exact,
  /** Came while this order was made, and is billed with the next one. */
  laterUnits: exact,
  events: z.array(CountedEvent),
  /** Events that happened before aren’t all kept; null if those of the period are. */
  eventsKeptFrom: z.nullable(instant),
  /** The event behind which the list continues; null at its end. */
  nextAfter: z.nullable(event.id),
})
export type UsageExplanation = z.output<typeof UsageExplanation>

export const explanationKinds = ['charge', 'proration', 'credit', 'usage', 'late_usage'] as const

export const OrderItemExplanation = z.object({
  orderId,
  itemId,
  kind: z.enum(explanationKinds),
  label: z.string(),
  currency: z.string(),
  /** Before discount and tax. */
  amount: minorUnits,
  discountAmount: minorUnits,
  netAmount: minorUnits,
  taxAmount: minorUnits,
  periodStart: z.nullable(instant),
  periodEnd: z.nullable(instant),
  productPriceId: z.nullable(priceId),
  /** The paid item that it credits. */
  reverses: z.nullable(
    z.object({ orderId, itemId, label: z.string(), amount: minorUnits, netAmount: minorUnits }),
  ),
  usage: z.nullable(UsageExplanation),
})
export type OrderItemExplanation = z.output<typeof OrderItemExplanation>

const eventsDefault = 50

const query = z.object({
  after: z.optional(event.id),
  limit: pageLimit(eventsDefault),
})

const description =
  'Where its amount comes from. An item that bills usage has its meter, its price as it was, what ' +
  'each tier costs, the credits that covered it, and its events, the earliest first; `after` is the ' +
  'event behind which they continue, and `limit` how many there are. Other items have their period, ' +
  'and credits the item that they reverse.'

export const explainOrderItem = operation({
  ...forSellers,
  tag: 'Orders',
  name: 'explainOrderItem',
  method: 'GET',
  path: '/v1/orders/:id/items/:itemId/explanation',
  summary: 'Explain an item of an order',
  description,
  may: 'orders:read',
  params: z.object({ id: orderId, itemId }),
  query,
  returns: OrderItemExplanation,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'usage_read_too_slow'],
})

/** Without the seller’s own ids and names. */
const PortalUsageExplanation = z.object({
  ...UsageExplanation.shape,
  meter: z.pick(Meter, { id: true, name: true }),
  /** Whether the line is the sum of its events. */
  isSum: z.boolean(),
  credits: z.array(z.omit(ServedLot, { reason: true })),
  events: z.array(
    z.pick(CountedEvent, {
      id: true,
      timestamp: true,
      entity: true,
      value: true,
      units: true,
      isDecisive: true,
      change: true,
    }),
  ),
})

export const PortalItemExplanation = z.object({
  ...OrderItemExplanation.shape,
  usage: z.nullable(PortalUsageExplanation),
})
export type PortalItemExplanation = z.output<typeof PortalItemExplanation>

export const explainPortalOrderItem = operation({
  ...forCustomers,
  tag: 'Customer portal',
  name: 'explainPortalOrderItem',
  method: 'GET',
  path: '/v1/customer-portal/orders/:id/items/:itemId/explanation',
  summary: 'Explain an item of an order of a customer',
  description,
  params: z.object({ id: orderId, itemId }),
  query,
  returns: PortalItemExplanation,
  status: 200,
  refuses: [...sessionRefusals, 'not_found', 'usage_read_too_slow'],
})
