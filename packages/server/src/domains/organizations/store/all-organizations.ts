import {
  organizationCountedMax,
  ownersShownMax,
} from '@guildhall/contract/organizations/all-organizations'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  cursorPage,
  instantCursorOf,
  isOlderThan,
} from '../../../platform/database/instant-cursor.ts'
import { startsWith } from '../../../platform/database/listing.ts'
import { isOfOneOf } from '../../../platform/database/of-organization.ts'

/** What operators see of an organization in a list. */
export interface OperatorRow {
  readonly id: Id<'organization'>
  readonly name: string
  readonly slug: string
  readonly logo: string | null
  readonly createdAt: Date
  readonly memberCount: number
  readonly clockFrozenAt: Date | null
}

const columns = sql`
  o.id, o.name, o.slug, o.avatar_url as logo, o.created_at,
  (select count(*)::int from member m where m.organization_id = o.id) as member_count`

const byAge = { at: sql.ref<Date>('o.created_at'), id: sql.ref<string>('o.id') }

interface Listing {
  /** The beginning of a name or slug; empty for all. */
  readonly search: string
  readonly limit: number
  readonly cursor: string | undefined
}

/** Newest first. */
export async function listAllOrganizations(db: Kysely<Tables>, { search, limit, cursor }: Listing) {
  const isFound =
    search === ''
      ? sql`true`
      : sql`(${startsWith(sql`lower(o.name) collate "C"`, search)}
             or ${startsWith(sql`lower(o.slug) collate "C"`, search)})`
  const isOlder = cursor === undefined ? sql`true` : isOlderThan(byAge, cursor)
  const { rows } = await sql<Omit<OperatorRow, 'clockFrozenAt'> & { readonly cursor: string }>`
    select ${columns}, ${instantCursorOf(byAge)} as cursor
      from organization o
     where ${isFound} and ${isOlder}
     order by o.created_at desc, o.id desc
     limit ${limit + 1}`.execute(db)
  const page = cursorPage(rows, limit)
  const frozenAt = await frozenClocksOf(
    db,
    page.rows.map(({ id }) => id),
  )
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, clockFrozenAt: frozenAt.get(row.id) ?? null })),
  }
}

/** On a cluster they are on other nodes than the members, so no statement can read both. */
async function frozenClocksOf(
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<ReadonlyMap<Id<'organization'>, Date>> {
  const { rows } = await sql<{ organizationId: Id<'organization'>; frozenAt: Date }>`
    select organization_id, frozen_at from frozen_clock
     where ${isOfOneOf('organization_id', organizationIds)}`.execute(db)
  return new Map(rows.map(({ organizationId, frozenAt }) => [organizationId, frozenAt]))
}

interface Owner {
  readonly userId: Id<'user'>
  readonly name: string
  readonly email: string
}

export interface OperatorDetails extends OperatorRow {
  readonly owners: readonly Owner[]
  readonly ownerCount: number
  readonly customerCount: number
  readonly orderCount: number
}

export async function findAnyOrganization(
  db: Kysely<Tables>,
  id: Id<'organization'>,
): Promise<OperatorDetails | undefined> {
  const [found, sold] = await Promise.all([findWithOwners(db, id), countSold(db, id)])
  return found && sold && { ...found, ...sold }
}

type Sold = Pick<OperatorDetails, 'clockFrozenAt' | 'customerCount' | 'orderCount'>

async function findWithOwners(db: Kysely<Tables>, id: Id<'organization'>) {
  const { rows } = await sql<Omit<OperatorDetails, keyof Sold>>`
    select ${columns},
           (select count(*)::int from member m
             where m.organization_id = o.id and ${isOwner}) as owner_count,
           (select coalesce(json_agg(shown), '[]') from (
             select m.user_id as "userId", p.name, p.email
               from member m join person p on p.id = m.user_id
              where m.organization_id = o.id and ${isOwner}
              order by m.created_at, m.id limit ${ownersShownMax}) as shown) as owners
      from organization o
     where o.id = ${id}`.execute(db)
  return rows[0]
}

/** Reads no more customers and orders than it counts. */
async function countSold(db: Kysely<Tables>, id: Id<'organization'>) {
  const { rows } = await sql<Sold>`
    select (select frozen_at from frozen_clock where organization_id = ${id}) as clock_frozen_at,
           (select count(*)::int from (
             select k.id from customer_contact k
              where k.organization_id = ${id} and k.deleted_at is null
              limit ${organizationCountedMax}) as counted) as customer_count,
           (select count(*)::int from (
             select r.id from placed_order r where r.organization_id = ${id}
              limit ${organizationCountedMax}) as counted) as order_count`.execute(db)
  return rows[0]
}

const isOwner = sql`'owner' = any (string_to_array(m.role, ','))`
