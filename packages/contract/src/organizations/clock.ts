import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { instant } from '../primitives.ts'
import { organizationId } from './shapes.ts'

/** A hundred years at a time. */
export const advanceDaysMax = 36_525

export const Clock = z.object({
  /** The organization’s time. */
  now: instant,
  /** It was advanced, and stands still until it is again. */
  frozen: z.boolean(),
  /** Only the clock of a sandbox can be advanced. */
  sandbox: z.boolean(),
})

/** What happened on the way, in the order of time. */
const Happened = z.object({
  at: instant,
  /** The name of an event. */
  what: z.string(),
  count: z.int(),
})

const ofClock = { ...forSellers, tag: 'Time' } as const

export const getClock = endpoint({
  ...ofClock,
  name: 'getClock',
  method: 'GET',
  path: '/v1/clock',
  summary: 'Get the time of an organization',
  may: 'organizations:read',
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: Clock,
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations', 'not_found'],
})

export const advanceClock = endpoint({
  ...ofClock,
  name: 'advanceClock',
  method: 'POST',
  path: '/v1/clock/advance',
  summary: 'Advance the time of a sandbox organization',
  description:
    'Runs everything that falls due until then, in order, and answers when it is done. After the ' +
    'first advance the clock stands still in between. Where an advance was cut off, the same call ' +
    'with `to` carries on.',
  may: 'organizations:write',
  body: z
    .object({
      organizationId: z.nullish(organizationId),
      to: z.nullish(instant),
      days: z.nullish(z.int().check(z.minimum(1), z.maximum(advanceDaysMax))),
    })
    .check(
      z.refine(({ to, days }) => (to == null) !== (days == null), {
        error: 'Say how far once, by to or by days',
        path: ['to'],
      }),
    ),
  returns: z.extend(Clock, { happened: z.array(Happened) }),
  status: 200,
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    'clock_of_sandbox_only',
    'clock_backwards',
    'clock_too_far',
    'clock_is_advancing',
  ],
})
