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
  o.id, o.name, o.slug, o.avatar_url as logo, o.created_at, c.frozen_at as clock_frozen_at,
  (select count(*)::int from member m where m.organization_id = o.id) as member_count`

const withClock = sql`
  from organization o left join frozen_clock c on c.organization_id = o.id`

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
  const { rows } = await sql<OperatorRow & { readonly cursor: string }>`
    select ${columns}, ${instantCursorOf(byAge)} as cursor ${withClock}
     where ${isFound} and ${isOlder}
     order by o.created_at desc, o.id desc
     limit ${limit + 1}`.execute(db)
  return cursorPage(rows, limit)
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

/** Reads no more customers and orders than it counts. */
export async function findAnyOrganization(
  db: Kysely<Tables>,
  id: Id<'organization'>,
): Promise<OperatorDetails | undefined> {
  const { rows } = await sql<OperatorDetails>`
    select ${columns},
           (select count(*)::int from member m
             where m.organization_id = o.id and ${isOwner}) as owner_count,
           (select coalesce(json_agg(shown), '[]') from (
             select m.user_id as "userId", p.name, p.email
               from member m join person p on p.id = m.user_id
              where m.organization_id = o.id and ${isOwner}
              order by m.created_at, m.id limit ${ownersShownMax}) as shown) as owners,
           (select count(*)::int from (
             select from customer_contact k where k.organization_id = o.id and k.deleted_at is null
              limit ${organizationCountedMax}) as counted) as customer_count,
           (select count(*)::int from (
             select from placed_order r where r.organization_id = o.id
              limit ${organizationCountedMax}) as counted) as order_count
      ${withClock}
     where o.id = ${id}`.execute(db)
  return rows[0]
}

const isOwner = sql`'owner' = any (string_to_array(m.role, ','))`
