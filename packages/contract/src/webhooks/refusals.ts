import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const webhookRefusals = {
  webhook_url_not_allowed: unprocessable('This URL can’t be used: {reason}'),
  webhook_url_unknown_host: unprocessable('The host {host} was not found. Check its spelling.'),
  webhook_url_not_public: unprocessable(
    'The host {host} is not reachable from the internet. Use the URL of a public server.',
  ),
  webhook_endpoints_too_many: unprocessable(
    'An organization has at most {endpointsMax} endpoints. Delete one that is no longer needed.',
  ),
  webhook_endpoint_disabled: {
    status: 409,
    message: 'This endpoint is disabled. Enable it first; then everything it missed is sent.',
    error: 'WebhookEndpointDisabled',
  },
  webhook_event_not_listened_to: {
    status: 409,
    message: 'This endpoint no longer listens to {type}. Add it to its events first.',
    error: 'WebhookEventNotListenedTo',
  },
  webhook_replay_too_large: unprocessable(
    'That is more than {eventsMax} events. Request fewer at a time: the first {eventsMax} end ' +
      'with to_sequence {toSequence}.',
  ),
  trigger_of_sandbox_only: {
    status: 403,
    message: 'This organization accepts real payments, so events can’t be triggered',
    error: 'NotPermitted',
  },
  trigger_unavailable: {
    status: 422,
    message: '{event} can’t be triggered: it takes a renewal or a change of files',
    error: 'RequestValidationError',
  },
} as const satisfies Record<string, RefusalEntry>
