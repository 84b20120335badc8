import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { requiresAny } from '../requires-any.ts'
import { EventInput, externalIdLengthMax } from './event-input.ts'
import { eventId } from './shapes.ts'

const voidedEventsMax = 1000
const reasonLengthMax = 500
const bytesMax = 4 * 1024 * 1024

const Correction = z
  .object({
    id: z.nullish(eventId),
    externalId: z.nullish(z.string().check(z.minLength(1), z.maxLength(externalIdLengthMax))),
    reason: z.nullish(z.string().check(z.minLength(1), z.maxLength(reasonLengthMax))),
    /** Counts instead. */
    replacement: z.nullish(EventInput),
  })
  .check((context) => {
    const { id: byId, externalId: byExternalId } = context.value
    if ((byId == null) !== (byExternalId == null)) return
    context.issues.push({
      code: 'custom',
      input: context.value,
      path: ['id'],
      message: 'Name the event by either id or external_id',
    })
  })
  .register(z.globalRegistry, requiresAny(['id'], ['externalId']))

export type Correction = z.output<typeof Correction>

export const voidEvents = operation({
  ...forSellers,
  tag: 'Events',
  name: 'voidEvents',
  method: 'POST',
  path: '/v1/events/void',
  summary: 'Void or replace events',
  description:
    `Up to ${voidedEventsMax} events that count no longer, all or none. They stay in the list, with ` +
    '`voided_at`. A `replacement` is a new event that counts instead. An event is voided once: ' +
    'repeating a request changes nothing.',
  may: 'events:write',
  bodyLimitBytes: bytesMax,
  body: z.object({
    organizationId: z.nullish(organizationId),
    events: z.array(Correction).check(z.minLength(1), z.maxLength(voidedEventsMax)),
  }),
  returns: z.object({ voided: z.int(), replaced: z.int(), alreadyVoided: z.int() }),
  status: 200,
  refuses: [...callRefusals, ...placeRefusals],
})
