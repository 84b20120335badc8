import type { Kysely } from 'kysely'
import type { TimelineObject, TimelineTypes } from '../../../kernel/timeline.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findActorNames } from '../../organizations/store/members.ts'
import { presentTimelineEntry, readTimelineObject, type Timeline } from '../present/timeline.ts'
import type { CustomerKey } from '../store/customers.ts'
import { listPreviousVersions, listTimeline, type TimelineRow } from '../store/timeline.ts'

interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

export async function readTimeline(
  db: Kysely<Tables>,
  types: TimelineTypes,
  customer: CustomerKey,
  { limit, cursor }: PageRequest,
): Promise<Timeline> {
  const names = Object.keys(types)
  const found = await listTimeline(db, customer, { names, limit: limit + 1, cursor })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const previousObject = await loadPreviousObjects(db, types, customer, rows)
  const actorNames = await loadActorNames(db, customer, rows)
  return {
    items: rows.map((row) =>
      presentTimelineEntry(types, row, { before: previousObject(row), actorNames }),
    ),
    nextCursor: last === undefined ? null : String(last.id),
  }
}

async function loadPreviousObjects(
  db: Kysely<Tables>,
  types: TimelineTypes,
  { organizationId }: CustomerKey,
  rows: readonly TimelineRow[],
): Promise<(row: TimelineRow) => TimelineObject | null> {
  const compared = rows.filter(({ name }) => types[name]?.fields !== undefined)
  const found = await listPreviousVersions(db, organizationId, compared)
  const keyOf = (id: string, version: number) => `${id} ${version}`
  const known = new Map(
    found.map((one) => [keyOf(one.objectId, one.objectVersion), readTimelineObject(one.payload)]),
  )
  return ({ objectId, objectVersion }) => known.get(keyOf(objectId, objectVersion - 1)) ?? null
}

export async function loadActorNames(
  db: Kysely<Tables>,
  { organizationId }: Pick<CustomerKey, 'organizationId'>,
  rows: readonly TimelineRow[],
): Promise<ReadonlyMap<string, string>> {
  const named = rows.filter(({ actorType }) => actorType !== 'operator')
  const ids = [...new Set(named.flatMap(({ actorId }) => actorId ?? []))]
  return ids.length === 0 ? new Map() : findActorNames(db, organizationId, ids)
}
