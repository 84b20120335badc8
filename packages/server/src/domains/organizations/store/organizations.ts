import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { OrganizationTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { namedStatement } from '../../../platform/database/reader.ts'

export type OrganizationRow = Selectable<OrganizationTable>

/** What the account wire shows of an organization. */
export type ListedOrganization = Pick<
  OrganizationRow,
  'id' | 'name' | 'slug' | 'avatarUrl' | 'metadata' | 'createdAt'
>

export const listedColumns = `
  o.id, o.name, o.slug, o.avatar_url as "avatarUrl", o.metadata, o.created_at as "createdAt"`

/** The most that are listed at once. */
const listedMax = 1000

/** What a user is a member of, the oldest membership first. */
export const listOrganizationsOf = (
  { read }: Database,
  userId: Id<'user'>,
): Promise<OrganizationOfMember[]> => read(ofUser, [userId])

interface OrganizationOfMember extends ListedOrganization {
  /** The user's own there. */
  readonly role: string
}

const ofUser = namedStatement<OrganizationOfMember>(
  'organizations_of_user',
  `select ${listedColumns}, m.role
     from member m join organization o on o.id = m.organization_id
    where m.user_id = $1
    order by m.created_at, o.id
    limit ${listedMax}`,
)

export async function isSlugTaken({ read }: Database, slug: string): Promise<boolean> {
  const found = await read(withSlug, [slug])
  return found.length > 0
}

const withSlug = namedStatement(
  'organization_with_slug',
  'select from organization where slug = $1',
)

export const findOrganization = (
  db: Kysely<Tables>,
  id: Id<'organization'>,
): Promise<OrganizationRow | undefined> =>
  db.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst()

export const findOrganizationWithSlug = (
  db: Kysely<Tables>,
  slug: string,
): Promise<OrganizationRow | undefined> =>
  db.selectFrom('organization').selectAll().where('slug', '=', slug).executeTakeFirst()

/**
 * Every change of what belongs to an organization, its members, invitations and teams takes this
 * lock first: limits and the last owner are counted under it.
 */
export const lockOrganization = (
  tx: Transaction<Tables>,
  id: Id<'organization'>,
): Promise<OrganizationRow | undefined> =>
  tx.selectFrom('organization').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** What can be changed of an organization; what is absent stays. */
export type OrganizationChanges = Partial<
  Omit<Insertable<OrganizationTable>, 'id' | 'version' | 'createdAt' | 'modifiedAt'>
>

/** Violates `organization_slug` where the new slug is taken. */
export const updateOrganization = (
  tx: Transaction<Tables>,
  id: Id<'organization'>,
  changes: OrganizationChanges,
  now: Date,
): Promise<OrganizationRow> =>
  tx
    .updateTable('organization')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** All that a user is a member of, in the order in which everybody locks several. */
export const lockOrganizationsOf = (
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<OrganizationRow[]> =>
  tx
    .selectFrom('organization')
    .selectAll()
    .where('id', 'in', (of) =>
      of.selectFrom('member').select('organizationId').where('userId', '=', userId),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** With everything in it; sessions that had it active lose it by their foreign key. */
export async function deleteOrganizationRows(
  tx: Transaction<Tables>,
  id: Id<'organization'>,
): Promise<void> {
  await tx.deleteFrom('invitation').where('organizationId', '=', id).execute()
  await tx.deleteFrom('member').where('organizationId', '=', id).execute()
  await tx.deleteFrom('team').where('organizationId', '=', id).execute()
  await tx.deleteFrom('organizationClock').where('organizationId', '=', id).execute()
  await tx.deleteFrom('organization').where('id', '=', id).execute()
}
