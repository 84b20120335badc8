import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { instant } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import { organizationId } from './shapes.ts'

/** A hundred years. */
export const advanceDaysMax = 36_525

export const Clock = z.object({
  /** By the organization’s clock. */
  now: instant,
  /** Whether the clock was advanced, and so stands still between advances. */
  frozen: z.boolean(),
  /** Only the clock of a sandbox can be advanced. */
  sandbox: z.boolean(),
})

/** Events of one name at one instant of the advance. */
const Happened = z.object({
  at: instant,
  /** The name of the events. */
  what: z.string(),
  count: z.int(),
})

const ofClock = { ...forSellers, tag: 'Time' } as const

export const getClock = operation({
  ...ofClock,
  name: 'getClock',
  method: 'GET',
  path: '/v1/clock',
  summary: 'Get the clock',
  may: 'organizations:read',
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: Clock,
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations', 'not_found'],
})

export const advanceClock = operation({
  ...ofClock,
  name: 'advanceClock',
  method: 'POST',
  path: '/v1/clock/advance',
  summary: 'Advance the clock of a sandbox',
  description:
    'Runs everything that is due until then, in order, and responds when it is done. After the ' +
    'first advance the clock is frozen between advances. If an advance is interrupted, the same ' +
    'call with `to` continues it.',
  may: 'organizations:write',
  body: z
    .object({
      organizationId: z.nullish(organizationId),
      to: z.nullish(instant),
      days: z.nullish(z.int().check(z.minimum(1), z.maximum(advanceDaysMax))),
    })
    .check(
      z.refine(({ to, days }) => (to == null) !== (days == null), {
        error: 'Specify the target once, with to or with days',
        path: ['to'],
      }),
    )
    .register(z.globalRegistry, requiresAny(['to'], ['days'])),
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
