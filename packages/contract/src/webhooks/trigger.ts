import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { webhookEventType } from './shapes.ts'

/** The object that was created for the event. */
export const TriggeredEvent = z.object({
  event: webhookEventType,
  objectType: z.string(),
  objectId: z.uuid(),
})
export type TriggeredEvent = z.output<typeof TriggeredEvent>

export const triggerWebhookEvent = operation({
  ...forSellers,
  tag: 'Webhooks',
  name: 'triggerWebhookEvent',
  method: 'POST',
  path: '/v1/webhooks/trigger',
  summary: 'Trigger an event in the sandbox',
  description:
    'Creates real objects the way your customers and your backend would, with everything that ' +
    'follows, so the events are genuine. Each call creates new objects, whose metadata contains ' +
    '`triggered_for`.',
  may: 'webhooks:write',
  body: z.object({ event: webhookEventType, organizationId: z.nullish(organizationId) }),
  returns: TriggeredEvent,
  status: 202,
  refuses: [...callRefusals, ...placeRefusals, 'trigger_of_sandbox_only', 'trigger_unavailable'],
})
