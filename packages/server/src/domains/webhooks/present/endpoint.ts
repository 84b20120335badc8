import type { EventPayload } from '@guildhall/contract/events'
import { WebhookEndpoint, type WebhookSecret } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import { healthStateOf } from '../rules/endpoint-health.ts'
import { stillValid } from '../rules/secret-rotation.ts'
import type { HealthRow } from '../store/endpoint-health.ts'
import type { EndpointRow } from '../store/endpoints.ts'

const { format, events, disabledReason } = WebhookEndpoint.shape

/** An endpoint without its health. */
export const presentSettings = (
  row: EndpointRow,
  now: Date,
): EventPayload<'webhook_endpoint.updated'> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  organizationId: row.organizationId,
  url: row.url,
  name: row.name,
  format: z.parse(format, row.format),
  events: z.parse(events, row.events),
  enabled: row.isEnabled,
  disabledReason: z.parse(disabledReason, row.disabledReason),
  previousSecretUntil: stillValid(row.previousSecretUntil, now),
})

const noHealth = {
  failingSince: null,
  failedEvents: 0,
  waiting: 0,
  lag: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastCode: null,
} as const

export const presentEndpoint = (
  row: EndpointRow,
  health: HealthRow | undefined,
  now: Date,
): WebhookEndpoint => ({ ...presentSettings(row, now), health: presentHealth(row, health) })

function presentHealth(row: EndpointRow, found: HealthRow | undefined): WebhookEndpoint['health'] {
  const { failingSince, failedEvents, waiting, lag, ...last } = found ?? noHealth
  const { lastSuccessAt, lastFailureAt, lastCode } = last
  const state = healthStateOf({ ...row, failingSince })
  return { state, failingSince, failedEvents, waiting, lag, lastSuccessAt, lastFailureAt, lastCode }
}

interface ValidSecret {
  readonly secret: string
  readonly previousSecretUntil: Date | null
}

export const presentSecret = (
  { secret, previousSecretUntil }: ValidSecret,
  now: Date,
): z.output<typeof WebhookSecret> => ({
  secret,
  previousSecretUntil: stillValid(previousSecretUntil, now),
})
