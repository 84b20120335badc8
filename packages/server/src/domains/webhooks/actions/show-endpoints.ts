import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentEndpoint } from '../present/endpoint.ts'
import { findHealth } from '../store/endpoint-health.ts'
import type { EndpointRow } from '../store/endpoints.ts'

/** Endpoints of one organization with their health, which takes one further statement. */
export async function showEndpoints(
  db: Kysely<Tables>,
  rows: readonly EndpointRow[],
  now: Date,
): Promise<WebhookEndpoint[]> {
  const [first] = rows
  if (first === undefined) return []
  const ids = rows.map(({ id }) => id)
  const health = await findHealth(db, first.organizationId, ids)
  return rows.map((row) => presentEndpoint(row, health.get(row.id), now))
}

export async function showEndpoint(
  db: Kysely<Tables>,
  row: EndpointRow,
  now: Date,
): Promise<WebhookEndpoint> {
  const health = await findHealth(db, row.organizationId, [row.id])
  return presentEndpoint(row, health.get(row.id), now)
}
