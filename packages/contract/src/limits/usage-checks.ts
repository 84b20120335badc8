import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { customerId, externalId as externalCustomerId } from '../customers/shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id } from '../primitives.ts'
import { EventInput, entityLengthMax, externalIdLengthMax } from '../usage/event-input.ts'
import { eventNameLengthMax } from '../usage/shapes.ts'
import {
  Allowance,
  UsageReservation,
  usageLimitUnitsMax,
  usageRefusalReasons,
  usageReservationId,
  usageUnitsMin,
} from './limit-shapes.ts'

export const reservationSecondsMax = 86_400
export const reservationSecondsByDefault = 600

const ofUsage = {
  ...forSellers,
  // Of their own, so that checks don’t use up what other calls may make.
  rateLimit: [{ requestsMax: 100_000, windowSeconds: 10, by: 'caller', bucket: 'usage' }],
  tag: 'Usage limits',
  method: 'POST',
  status: 200,
  // The ids of events and reservations make repetition harmless.
  idempotent: false,
} as const
const changesUsage = { ...ofUsage, may: 'events:write' } as const

const units = z.number().check(z.minimum(usageUnitsMin), z.maximum(usageLimitUnitsMax))

const asked = {
  organizationId: z.nullish(organizationId),
  customerId: z.nullish(customerId),
  externalCustomerId: z.nullish(externalCustomerId),
  meterId,
  /** The one that bills it; by default the oldest that has the meter. */
  subscriptionId: z.nullish(id('subscription')),
}

interface Whom {
  readonly customerId?: unknown
  readonly externalCustomerId?: unknown
}

const namesOne = z.check<Whom>((context) => {
  const { customerId: byId, externalCustomerId: byExternalId } = context.value
  if ((byId == null) !== (byExternalId == null)) return
  context.issues.push({
    code: 'custom',
    input: context.value,
    path: ['customerId'],
    message: 'Name the customer by either customer_id or external_customer_id',
  })
})

const verdict = {
  allowed: z.boolean(),
  /** Null if it is allowed. */
  reason: z.nullable(z.enum(usageRefusalReasons)),
}

const targetRefusals = ['usage_meter_unknown', 'usage_meter_not_added_up'] as const

export const checkUsage = operation({
  ...ofUsage,
  name: 'checkUsage',
  path: '/v1/usage/check',
  summary: 'Check whether a customer may use something',
  description:
    'Whether so many units would be allowed now. It reserves nothing: what is allowed may be refused ' +
    'a moment later. `allowance` is null if nobody has the external id.',
  may: 'customer_meters:read',
  body: z.object({ ...asked, units: z._default(z.nullish(units), 1) }).check(namesOne),
  returns: z.object({ ...verdict, allowance: z.nullable(Allowance) }),
  refuses: [...callRefusals, ...placeRefusals, ...targetRefusals],
})

const trackedEvent = EventInput.check((context) => {
  if (context.value.timestamp == null) return
  context.issues.push({
    code: 'custom',
    input: context.value,
    path: ['timestamp'],
    message: 'Usage is tracked as it happens: leave the timestamp out, or ingest the event',
  })
})

export const trackUsage = operation({
  ...changesUsage,
  name: 'trackUsage',
  path: '/v1/usage/track',
  summary: 'Use something, if it is allowed',
  description:
    'Stores the event if the customer may use what meters count of it, and nothing otherwise. An event ' +
    'whose `external_id` was ingested before isn’t counted again. If nobody has the ' +
    'external id, nothing is stored.',
  body: z.object({ organizationId: z.nullish(organizationId), event: trackedEvent }),
  returns: z.object({
    ...verdict,
    duplicate: z.boolean(),
    /** Null if nothing was stored. */
    eventId: z.nullable(id('usageEvent')),
    /** Of every meter that counts the event, as it is now. */
    allowances: z.array(Allowance),
  }),
  refuses: [...callRefusals, ...placeRefusals],
})

export const reserveUsage = operation({
  ...changesUsage,
  name: 'reserveUsage',
  path: '/v1/usage/reserve',
  summary: 'Reserve units for work whose cost is known afterwards',
  description:
    'Held units are not left for others until they are settled, released, or have expired. With the ' +
    '`external_id` of an earlier reservation, that one is returned.',
  body: z
    .object({
      ...asked,
      units,
      externalId: z.nullish(z.string().check(z.minLength(1), z.maxLength(externalIdLengthMax))),
      expiresInSeconds: z._default(
        z.nullish(z.int().check(z.minimum(1), z.maximum(reservationSecondsMax))),
        reservationSecondsByDefault,
      ),
    })
    .check(namesOne),
  returns: z.object({
    ...verdict,
    reservation: z.nullable(UsageReservation),
    allowance: z.nullable(Allowance),
  }),
  refuses: [...callRefusals, ...placeRefusals, ...targetRefusals, 'usage_reservation_different'],
})

const ofReservation = {
  organizationId: z.nullish(organizationId),
  reservationId: usageReservationId,
}

export const settleUsage = operation({
  ...changesUsage,
  name: 'settleUsage',
  path: '/v1/usage/settle',
  summary: 'Settle a reservation with what was used',
  description:
    'Stores an event of the customer and ends the reservation. What the meter counts of it may be ' +
    'less than was reserved. What is more, or comes when the reservation has expired, has to be ' +
    'allowed like any other usage; if it isn’t, nothing is stored and the reservation stays.',
  body: z.object({
    ...ofReservation,
    event: z.object({
      name: z.string().check(z.minLength(1), z.maxLength(eventNameLengthMax)),
      externalId: z.nullish(z.string().check(z.minLength(1), z.maxLength(externalIdLengthMax))),
      entity: z.nullish(z.string().check(z.minLength(1), z.maxLength(entityLengthMax))),
      metadata: EventInput.shape.metadata,
    }),
  }),
  returns: z.object({
    ...verdict,
    duplicate: z.boolean(),
    reservation: UsageReservation,
    allowances: z.array(Allowance),
  }),
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    'usage_reservation_unknown',
    'usage_reservation_released',
    'usage_event_not_counted',
  ],
})

export const releaseUsage = operation({
  ...changesUsage,
  name: 'releaseUsage',
  path: '/v1/usage/release',
  summary: 'Release a reservation',
  description: 'Its units are left for others at once. Releasing it again changes nothing.',
  body: z.object(ofReservation),
  returns: z.object({ reservation: UsageReservation, allowance: Allowance }),
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    'usage_reservation_unknown',
    'usage_reservation_settled',
  ],
})
