import type { Id } from '@guildhall/contract/primitives'
import {
  type Insertable,
  type Kysely,
  type NotNull,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { MemberTable, Tables, UsersTable } from '../../../platform/database/db-types.gen.ts'
import { namedStatement } from '../../../platform/database/reader.ts'

export type MemberRow = Selectable<MemberTable>
type Person = Pick<Selectable<UsersTable>, 'name' | 'email' | 'emailVerified' | 'image'>
export type MemberWithPerson = MemberRow & Person

/** Identifies a member. */
export interface Membership {
  readonly organizationId: Id<'organization'>
  readonly userId: Id<'user'>
}

export const findMember = (
  db: Kysely<Tables>,
  { organizationId, userId }: Membership,
): Promise<MemberRow | undefined> =>
  db
    .selectFrom('member')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** The roles of a member, joined by commas; null if the user is not a member. */
export async function findRole(
  { read }: Database,
  { organizationId, userId }: Membership,
): Promise<string | null> {
  const [member] = await read(roleStatement, [organizationId, userId])
  return member?.role ?? null
}

const roleStatement = namedStatement<Pick<MemberRow, 'role'>>(
  'role_of_member',
  'select role from member where organization_id = $1 and user_id = $2',
)

type RoleInOrganization = Pick<MemberRow, 'organizationId' | 'role'>

/** The most organizations of a person in which the billing API looks up objects. */
const membershipsMax = 1000

/** The user's roles in all of their organizations. */
export const listRoles = ({ read }: Database, userId: Id<'user'>): Promise<RoleInOrganization[]> =>
  read(rolesStatement, [userId])

const rolesStatement = namedStatement<RoleInOrganization>(
  'roles_of_user',
  `select organization_id as "organizationId", role
     from member where user_id = $1 order by created_at limit ${membershipsMax}`,
)

/** Undefined if the user is a member already. */
export const insertMember = (
  tx: Transaction<Tables>,
  member: Insertable<MemberTable>,
): Promise<MemberRow | undefined> =>
  tx
    .insertInto('member')
    .values(member)
    .onConflict((conflict) => conflict.constraint('member_once').doNothing())
    .returningAll()
    .executeTakeFirst()

export async function countMembers(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const { count } = await tx
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** With the public profile of the user. */
const withPerson = (db: Kysely<Tables>) =>
  db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.userId')
    .selectAll('member')
    .select(['person.name', 'person.email', 'person.emailVerified', 'person.image'])
    // PostgreSQL reports every column of a view as nullable.
    .$narrowType<{ name: NotNull; email: NotNull; emailVerified: NotNull }>()

export const findMemberWithPerson = (
  db: Kysely<Tables>,
  { organizationId, userId }: Membership,
): Promise<MemberWithPerson | undefined> =>
  withPerson(db)
    .where('member.organizationId', '=', organizationId)
    .where('member.userId', '=', userId)
    .executeTakeFirst()

export const findMemberByIdWithPerson = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  memberId: Id<'member'>,
): Promise<MemberWithPerson | undefined> =>
  withPerson(db)
    .where('member.organizationId', '=', organizationId)
    .where('member.id', '=', memberId)
    .executeTakeFirst()

/** The address must be in lower case. */
export const findMemberByEmailWithPerson = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  email: string,
): Promise<MemberWithPerson | undefined> =>
  withPerson(db)
    .where('member.organizationId', '=', organizationId)
    .where('person.email', '=', email)
    .executeTakeFirst()

/** The oldest first. */
export const listMailableMembers = (db: Kysely<Tables>, organizationId: Id<'organization'>) =>
  db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.userId')
    .select(['member.role', 'person.name', 'person.email', 'person.emailVerified'])
    .$narrowType<{ name: NotNull; email: NotNull }>()
    .where('member.organizationId', '=', organizationId)
    .orderBy('member.createdAt')
    .orderBy('member.id')
    .execute()

interface MemberSearch {
  readonly limit: number
  readonly offset: number
  /** Part of a name or an address, in any case; empty matches all. */
  readonly search: string
}

/** The oldest first. */
export async function searchMembersWithPerson(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { search, limit, offset }: MemberSearch,
): Promise<{ readonly members: MemberWithPerson[]; readonly total: number }> {
  const found = withPerson(db)
    .where('member.organizationId', '=', organizationId)
    .where(
      sql<boolean>`(strpos(lower(${sql.ref('person.name')}), lower(${search})) > 0
                 or strpos(${sql.ref('person.email')}, lower(${search})) > 0)`,
    )
  const [members, { total }] = await Promise.all([
    found.orderBy('member.createdAt').orderBy('member.id').limit(limit).offset(offset).execute(),
    db
      .selectFrom(found.as('found'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { members, total }
}

/** The oldest first. */
export const listTeamMembersWithPerson = (
  db: Kysely<Tables>,
  { organizationId, teamId }: Pick<MemberRow, 'organizationId' | 'teamId'>,
): Promise<MemberWithPerson[]> =>
  withPerson(db)
    .where('member.organizationId', '=', organizationId)
    .where('member.teamId', '=', teamId)
    .orderBy('member.createdAt')
    .orderBy('member.id')
    .execute()

/** To be called under the organization's lock, which keeps the count current. */
export async function countOwners(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const { count } = await tx
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`'owner' = any(string_to_array(role, ','))`)
    .executeTakeFirstOrThrow()
  return count
}

export const setMemberRole = (
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<MemberRow, 'organizationId' | 'id'>,
  role: string,
): Promise<MemberRow> =>
  tx
    .updateTable('member')
    .set({ role, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** A foreign key clears the organization in sessions that had it active. */
export async function deleteMember(
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<MemberRow, 'organizationId' | 'id'>,
): Promise<void> {
  await tx
    .deleteFrom('member')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Display names of users and access tokens that acted for an organization. */
export async function findActorNames(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, coalesce(nullif(btrim(name), ''), email) as name
      from person where id = any(${ids}::uuid[])
     union all
    select id::text, comment
      from organization_access_token
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
