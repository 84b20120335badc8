import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { customerId } from '../customers/shapes.ts'
import { Meter } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { orderId } from '../orders/order-shapes.ts'
import { id, instant } from '../primitives.ts'
import { eventId } from './shapes.ts'

const BillingItem = z.object({
  orderId,
  itemId: id('orderItem'),
  label: z.string(),
  /** `removed`: the item gives back what another one billed of the event, which was voided since. */
  change: z.enum(['added', 'removed']),
})

const MeteredEvent = z.object({
  meter: z.pick(Meter, { id: true, name: true, aggregation: true }),
  /** What the meter reads of the event; 1 where it counts. */
  value: z.string(),
  /** Null outside of subscriptions, and for events of nobody. */
  subscriptionId: z.nullable(id('subscription')),
  periodStart: z.nullable(instant),
  /** Null also where it isn’t known yet: of what happened after the period that lasts. */
  periodEnd: z.nullable(instant),
  /** Whether what is settled of the period has the event, also if nothing had to be paid for it. */
  isSettled: z.boolean(),
  items: z.array(BillingItem),
})

export const EventExplanation = z.object({
  eventId,
  customerId: z.nullable(customerId),
  /** False for voided events, and for those of nobody. */
  isCounted: z.boolean(),
  meters: z.array(MeteredEvent),
})
export type EventExplanation = z.output<typeof EventExplanation>

export const explainEvent = operation({
  ...forSellers,
  tag: 'Events',
  name: 'explainEvent',
  method: 'GET',
  path: '/v1/events/:id/explanation',
  summary: 'Explain where an event counts',
  description:
    'The meters that count the event, the period of a subscription in which each of them does, and ' +
    'the items of orders that billed it.',
  may: 'events:read',
  params: z.object({ id: eventId }),
  returns: EventExplanation,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
