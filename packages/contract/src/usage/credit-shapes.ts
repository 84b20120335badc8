import * as z from 'zod/mini'
import { customerId } from '../customers/shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { id, instant } from '../primitives.ts'
import { customerMeterId } from './customer-meters.ts'

export const creditLotId = id('creditLot')

export const creditSources = ['grant', 'purchase', 'rollover', 'present', 'refund'] as const

/** Why nothing of a lot is left to use, apart from its having been used. */
export const creditClosings = ['expiry', 'reset', 'revocation'] as const

/** What changed the credits of a customer. */
export const creditMovementKinds = [
  'open',
  'burn',
  'cover',
  'uncover',
  'restore',
  'expire',
  'reset',
  'roll_over',
  'revoke',
  'reinstate',
  'refund',
  'deduct',
  'bill',
] as const
export type CreditMovementKind = (typeof creditMovementKinds)[number]

/** Credits that a customer got together. */
export const CreditLot = z.object({
  id: creditLotId,
  createdAt: instant,
  customerId,
  meterId,
  source: z.enum(creditSources),
  /** Of the grant that gave it, also where it rolled over. */
  benefitGrantId: z.nullable(id('benefitGrant')),
  units: z.number(),
  /** As of now: everything that was reported is taken off. */
  remainingUnits: z.number(),
  /** Lots with a smaller number are burned first. */
  priority: z.int(),
  /** Whether what is left when the next period is paid stays. */
  rollover: z.boolean(),
  expiresAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  closedBy: z.nullable(z.enum(creditClosings)),
  /** Why the seller gave it. */
  reason: z.nullable(z.string()),
})
export type CreditLot = z.output<typeof CreditLot>

/** One change. Movements are never changed. */
export const CreditMovement = z.object({
  id: id('creditMovement'),
  createdAt: instant,
  customerId,
  meterId,
  type: z.enum(creditMovementKinds),
  /** What the balance gained, or lost where it is negative. */
  units: z.number(),
  /** What was left in all lots, less what was used without credits, after it. */
  balance: z.number(),
  /** Null where usage without credits changed. */
  lotId: z.nullable(creditLotId),
  /** Of the usage that was burned; null outside of subscriptions. */
  subscriptionId: z.nullable(id('subscription')),
  periodStart: z.nullable(instant),
  /** Why the seller did it. */
  reason: z.nullable(z.string()),
})
export type CreditMovement = z.output<typeof CreditMovement>

export const creditChanges = ['given', 'taken', 'expired'] as const

/** The payload of events: the credits as they are after the change. */
export const ChangedCredits = z.object({
  id: customerMeterId,
  customerId,
  meterId,
  change: z.enum(creditChanges),
  /** How many were given, taken, or have expired. */
  units: z.number(),
  balance: z.number(),
  reason: z.nullable(z.string()),
})
export type ChangedCredits = z.output<typeof ChangedCredits>

/** What the events are about. */
export const changedCredits = {
  object: 'customer_meter',
  id: customerMeterId,
  payload: ChangedCredits,
} as const
