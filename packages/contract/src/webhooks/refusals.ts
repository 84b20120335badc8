import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const webhookRefusals = {
  webhook_url_not_allowed: unprocessable('This URL can’t be used: {reason}'),
  webhook_url_unknown_host: unprocessable('The host {host} was not found. Is it spelled right?'),
  webhook_url_not_public: unprocessable(
    'The host {host} is not reachable from the internet. Give the address of a public server.',
  ),
  webhook_endpoints_too_many: unprocessable(
    'An organization has at most {endpointsMax} endpoints. Delete one that is not needed any more.',
  ),
  webhook_endpoint_disabled: {
    status: 409,
    message: 'This endpoint is disabled. Enable it first, and what it missed is sent by itself.',
    error: 'WebhookEndpointDisabled',
  },
  webhook_event_not_listened_to: {
    status: 409,
    message: 'This endpoint does not listen to {type} any more. Add it to its events first.',
    error: 'WebhookEventNotListenedTo',
  },
  webhook_replay_too_large: unprocessable(
    'That is more than {eventsMax} events. Ask for fewer at a time: the first {eventsMax} end ' +
      'with to_sequence {toSequence}.',
  ),
} as const satisfies Record<string, RefusalEntry>
