import { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import { toEvent } from '../../../platform/outbox/logged-events.ts'
import { bodyInFormat, buildBody } from '../rules/body.ts'
import { deliveryId } from '../rules/delivery-id.ts'
import type { Message } from '../rules/signature.ts'
import type { EventAhead } from '../store/deliveries-ahead.ts'
import type { EndpointRow } from '../store/endpoints.ts'
import type { DeliveryParts } from './delivery-parts.ts'

const { format } = WebhookEndpoint.shape

/** Null where the endpoint's format has no words for the event: nothing is sent then. */
export function composeMessage(
  { completions }: Pick<DeliveryParts, 'completions'>,
  endpoint: Pick<EndpointRow, 'id' | 'format'>,
  ahead: EventAhead,
): Message | null {
  const event = toEvent(ahead)
  const raw = buildBody(event, completions)
  const body = bodyInFormat(z.parse(format, endpoint.format), raw)
  return body === null ? null : { id: deliveryId(endpoint.id, event.sequence), body, event }
}
