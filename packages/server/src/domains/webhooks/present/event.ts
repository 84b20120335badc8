import type { Id } from '@guildhall/contract/primitives'
import { WebhookEvent } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import { eventId } from '../rules/webhook-ids.ts'
import type { Completions } from './body.ts'

const { type } = WebhookEvent.shape

/** An event for clients that pull. */
export const presentEvent = (
  organizationId: Id<'organization'>,
  { sequence, name, organizationTime, object, payload }: LoggedEvent,
  completions: Completions,
): WebhookEvent => ({
  id: eventId(organizationId, sequence),
  sequence,
  type: z.parse(type, name),
  timestamp: organizationTime,
  objectVersion: object.version,
  data: completions[object.type]?.(payload) ?? payload,
})
