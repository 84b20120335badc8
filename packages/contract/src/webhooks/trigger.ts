import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { webhookEventType } from './shapes.ts'

/** What was made, which the event is about. */
export const TriggeredEvent = z.object({
  event: webhookEventType,
  objectType: z.string(),
  objectId: z.uuid(),
})
export type TriggeredEvent = z.output<typeof TriggeredEvent>

export const triggerWebhookEvent = endpoint({
  ...forSellers,
  tag: 'Webhooks',
  name: 'triggerWebhookEvent',
  method: 'POST',
  path: '/v1/webhooks/trigger',
  summary: 'Make an event happen in the sandbox',
  description:
    'Nothing is made up: what the event is about is made as your customers and your backend would ' +
    'make it, with everything that goes along, and events follow as they always do. Each time it ' +
    'makes things of its own, whose metadata says `triggered_for`.',
  may: 'webhooks:write',
  body: z.object({ event: webhookEventType, organizationId: z.nullish(organizationId) }),
  returns: TriggeredEvent,
  status: 202,
  refuses: [...callRefusals, ...placeRefusals, 'trigger_of_sandbox_only', 'trigger_unavailable'],
})
