import {
  type listCustomerTimeline,
  timelineActorTypes,
} from '@guildhall/contract/customers/timeline'
import type { AnswerOf } from '@guildhall/contract/endpoint'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findActorNames } from '../../organizations/index.ts'
import { changesTold, type TimelineTypes, type Told } from '../rules/timeline.ts'
import type { CustomerKey } from '../store/customers.ts'
import { listTimeline, listVersionsBefore, type TimelineRow } from '../store/timeline.ts'

type Timeline = AnswerOf<typeof listCustomerTimeline>
type Entry = Timeline['items'][number]

interface PageWanted {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** One page of what happened, with what was before and who did it. */
export async function readTimeline(
  db: Kysely<Tables>,
  types: TimelineTypes,
  customer: CustomerKey,
  { limit, cursor }: PageWanted,
): Promise<Timeline> {
  const names = Object.keys(types)
  const found = await listTimeline(db, customer, { names, limit: limit + 1, cursor })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const before = await objectsBefore(db, types, customer, rows)
  const actorNames = await actorNamesOf(db, customer, rows)
  return {
    items: rows.map((row) => ({
      ...toldEntry(types, row, before(row)),
      actor: actorOf(row, actorNames),
    })),
    nextCursor: last === undefined ? null : String(last.id),
  }
}

async function objectsBefore(
  db: Kysely<Tables>,
  types: TimelineTypes,
  { organizationId }: CustomerKey,
  rows: readonly TimelineRow[],
): Promise<(row: TimelineRow) => Told | null> {
  const compared = rows.filter(({ name }) => types[name]?.fields !== undefined)
  const found = await listVersionsBefore(db, organizationId, compared)
  const keyOf = (id: string, version: number) => `${id} ${version}`
  const known = new Map(
    found.map((one) => [keyOf(one.objectId, one.objectVersion), toldBy(one.payload)]),
  )
  return ({ objectId, objectVersion }) => known.get(keyOf(objectId, objectVersion - 1)) ?? null
}

async function actorNamesOf(
  db: Kysely<Tables>,
  { organizationId }: CustomerKey,
  rows: readonly TimelineRow[],
): Promise<ReadonlyMap<string, string>> {
  const named = rows.filter(({ actorType }) => actorType !== 'operator')
  const ids = [...new Set(named.flatMap(({ actorId }) => actorId ?? []))]
  return ids.length === 0 ? new Map() : findActorNames(db, organizationId, ids)
}

function toldEntry(
  types: TimelineTypes,
  row: TimelineRow,
  before: Told | null,
): Omit<Entry, 'actor'> {
  const type = types[row.name]
  assert(type !== undefined, 'only what is in the table is asked for')
  const object = toldBy(row.payload)
  const changes = changesTold(type.fields ?? {}, before, object)
  return {
    id: String(row.id),
    timestamp: row.organizationTime,
    type: row.name,
    title: type.title(object, changes),
    changes,
    object: { type: row.objectType, id: row.objectId },
  }
}

/** Operators stay without a name: which of them it was is the business of this server. */
function actorOf(
  { actorType, actorId }: TimelineRow,
  names: ReadonlyMap<string, string>,
): Entry['actor'] {
  const type = timelineActorTypes.find((known) => known === actorType)
  if (type === undefined || actorId === null) return null
  return { type, id: actorId, name: names.get(actorId) ?? null }
}

function toldBy(payload: unknown): Told {
  assert(typeof payload === 'object' && payload !== null, 'the payload of an event is an object')
  return { ...payload }
}
