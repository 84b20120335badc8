import { eventsOf } from '../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { presentSettings } from '../present/endpoint.ts'
import type { EndpointRow } from '../store/endpoints.ts'

type Action = 'created' | 'updated' | 'enabled' | 'disabled' | 'secret_rotated' | 'deleted'

/** What members did with an endpoint, with its settings but never its secret. */
export const endpointEvents = (
  actions: readonly Action[],
  row: EndpointRow,
  now: Date,
): NewEvent[] =>
  eventsOf(
    actions.map((action) => `webhook_endpoint.${action}` as const),
    row,
    presentSettings(row, now),
  )
