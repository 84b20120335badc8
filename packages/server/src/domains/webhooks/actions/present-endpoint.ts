import type { Id } from '@guildhall/contract/primitives'
import { WebhookEndpoint, type WebhookSecret } from '@guildhall/contract/webhooks/shapes'
import { wireCodec } from '@guildhall/contract/wire'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { healthStateOf } from '../rules/endpoint-health.ts'
import { findHealth, type HealthRow } from '../store/endpoint-health.ts'
import type { EndpointRow } from '../store/endpoints.ts'
import { openSecret, stillValid } from './endpoint-secrets.ts'
import type { WebhookParts } from './parts.ts'

const { health: _health, ...settingsShape } = WebhookEndpoint.shape
const Settings = z.object(settingsShape)

const { format, events, disabledReason } = WebhookEndpoint.shape

/** Everything of an endpoint but how it does. */
const presentSettings = (row: EndpointRow, now: Date): z.output<typeof Settings> => ({
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

const unheardOf = {
  failingSince: null,
  failedEvents: 0,
  waiting: 0,
  lag: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastCode: null,
} as const

const presentHealth = (row: EndpointRow, found: HealthRow | undefined) => {
  const { failingSince, failedEvents, waiting, lag, ...last } = found ?? unheardOf
  const { lastSuccessAt, lastFailureAt, lastCode } = last
  const state = healthStateOf({ ...row, failingSince })
  return { state, failingSince, failedEvents, waiting, lag, lastSuccessAt, lastFailureAt, lastCode }
}

/** Endpoints of one organization with how they do, in one further statement. */
export async function showEndpoints(
  db: Kysely<Tables>,
  rows: readonly EndpointRow[],
  now: Date,
): Promise<WebhookEndpoint[]> {
  const [first] = rows
  if (first === undefined) return []
  const ids: Id<'webhookEndpoint'>[] = rows.map(({ id }) => id)
  const health = await findHealth(db, first.organizationId, ids)
  return rows.map((row) => ({
    ...presentSettings(row, now),
    health: presentHealth(row, health.get(row.id)),
  }))
}

export async function showEndpoint(
  db: Kysely<Tables>,
  row: EndpointRow,
  now: Date,
): Promise<WebhookEndpoint> {
  const health = await findHealth(db, row.organizationId, [row.id])
  return { ...presentSettings(row, now), health: presentHealth(row, health.get(row.id)) }
}

export const presentSecret = (
  { keyring, clock }: Pick<WebhookParts, 'keyring' | 'clock'>,
  row: EndpointRow,
): z.output<typeof WebhookSecret> => ({
  secret: openSecret(keyring, row),
  previousSecretUntil: stillValid(row.previousSecretUntil, clock.now()),
})

const codec = wireCodec(Settings, 'billing')

type Happening = 'created' | 'updated' | 'enabled' | 'disabled' | 'secret_rotated' | 'deleted'

/** What members did with an endpoint, with its settings as of then. Nobody is told its secret. */
export function endpointEvent(happening: Happening, row: EndpointRow, now: Date): NewEvent {
  const settings = codec.encode(presentSettings(row, now))
  const payload: JsonObject = JSON.parse(JSON.stringify(settings))
  return {
    name: `webhook_endpoint.${happening}`,
    organizationId: row.organizationId,
    object: { type: 'webhook_endpoint', id: row.id, version: row.version },
    payload,
  }
}
