import * as z from 'zod/mini'
import { Customer, customerId } from '../customers/shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'

export const eventId = id('usageEvent')

export const eventSources = ['user', 'system'] as const

export const eventNameLengthMax = 128

const shownValue = z.union([z.string(), z.number(), z.boolean()])

/** An object may be inside another, as deep as the contract of ingestion allows. */
export interface EventMetadata {
  readonly [key: string]: string | number | boolean | EventMetadata
}

export const UsageEvent = z.object({
  id: eventId,
  timestamp: instant,
  ingestedAt: instant,
  organizationId,
  customerId: z.nullable(customerId),
  customer: z.nullable(Customer),
  externalCustomerId: z.nullable(z.string()),
  source: z.enum(eventSources),
  name: z.string(),
  /** The name again. */
  label: z.string(),
  externalId: z.nullable(z.string()),
  subscriptionId: z.nullable(id('subscription')),
  entity: z.nullable(z.string()),
  /** With dotted keys for what is nested, because the official client reads no nested values. */
  metadata: z.record(z.string(), shownValue),
  /** As it was sent; null where nothing is nested. */
  nestedMetadata: z.nullable(z.record(z.string(), z.unknown())),
  /** Since when it doesn’t count any more. */
  voidedAt: z.nullable(instant),
  voidReason: z.nullable(z.string()),
  /** The event that counts instead. */
  replacedBy: z.nullable(eventId),
})

export const EventName = z.object({
  name: z.string(),
  /** The name again. */
  label: z.string(),
  source: z.enum(eventSources),
  occurrences: z.int(),
  firstSeen: instant,
  lastSeen: instant,
})
