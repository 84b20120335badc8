import * as z from 'zod/mini'
import { customerId } from '../customers/shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { id, instant } from '../primitives.ts'

export const usageLimitId = id('usageLimit')
export const usageReservationId = id('usageReservation')

export const usageLimitSetters = ['seller', 'customer'] as const
export const usageLimitUnitsMax = 1_000_000_000_000
/** Units have up to twelve decimals, like quantities of events. */
export const usageUnitsMin = 1e-12
export const usageLimitAmountMax = 9_999_999_999
export const usageThresholdMax = 1000
export const usageThresholdsMax = 10

const thresholdShown = z.int().check(z.minimum(1), z.maximum(usageThresholdMax))
export const usageThresholds = z.array(thresholdShown).check(z.maxLength(usageThresholdsMax))

/** What a customer may use per period: units of a meter, or the usage of a subscription in money. */
export const UsageLimit = z.object({
  id: usageLimitId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  customerId,
  /** Null where the limit is in money. */
  meterId: z.nullable(meterId),
  units: z.nullable(z.number()),
  /** Null where the limit is in units. */
  subscriptionId: z.nullable(id('subscription')),
  /** Before discounts and tax, in the currency of the subscription. */
  amount: z.nullable(z.int()),
  setBy: z.enum(usageLimitSetters),
  /** Whether usage beyond it is refused; otherwise its thresholds only notify. */
  isHard: z.boolean(),
  /** Percentages of it that notify, each once per period. */
  thresholds: z.array(z.int()),
})
export type UsageLimit = z.output<typeof UsageLimit>

/** The payload of webhooks. */
export const ReachedThreshold = z.object({
  ...UsageLimit.shape,
  threshold: z.int(),
  /** So far: units, or money like the limit. */
  used: z.number(),
  periodStart: z.nullable(instant),
  periodEnd: z.nullable(instant),
})
export type ReachedThreshold = z.output<typeof ReachedThreshold>

/** Why something may not be used. */
export const usageRefusalReasons = [
  'customer_unknown',
  'not_counted',
  'not_entitled',
  'credits_exhausted',
  'cap_reached',
  'spending_limit_reached',
] as const
export type UsageRefusalReason = (typeof usageRefusalReasons)[number]

/** What a customer may use of a meter. */
export const Allowance = z.object({
  meterId,
  /** In the current period, by the customer. */
  consumedUnits: z.number(),
  /** Reserved, and not settled yet. */
  heldUnits: z.number(),
  /** What is left of credits, less what is used without them; null without credits. */
  balance: z.nullable(z.number()),
  /** Null without a limit in units. */
  remainingUnits: z.nullable(z.number()),
  /** What the spending limit of the subscription leaves; null without one. */
  remainingAmount: z.nullable(z.int()),
  /** When the next period begins and limits count anew; null if that isn’t known. */
  returnsAt: z.nullable(instant),
})
export type Allowance = z.output<typeof Allowance>

export const usageReservationStatuses = ['held', 'settled', 'released'] as const

/** Units that are kept for work whose cost is known afterwards. */
export const UsageReservation = z.object({
  id: usageReservationId,
  createdAt: instant,
  customerId,
  meterId,
  subscriptionId: z.nullable(id('subscription')),
  externalId: z.nullable(z.string()),
  units: z.number(),
  /** One that is held holds nothing any more when it has expired. */
  status: z.enum(usageReservationStatuses),
  expiresAt: instant,
  /** Null until it is settled. */
  settledUnits: z.nullable(z.number()),
  eventId: z.nullable(id('usageEvent')),
})
export type UsageReservation = z.output<typeof UsageReservation>
