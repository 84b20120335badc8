import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { OrganizationTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { type Listing, listPage, type Page } from '../../../platform/database/listing.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import type { OrganizationKey } from '../rules/resolve-organization.ts'

export type OrganizationRow = Selectable<OrganizationTable>

/** The columns that the account API shows. */
export type ListedOrganization = Pick<
  OrganizationRow,
  'id' | 'name' | 'slug' | 'avatarUrl' | 'metadata' | 'createdAt'
>

export const listedColumns = `
  o.id, o.name, o.slug, o.avatar_url as "avatarUrl", o.metadata, o.created_at as "createdAt"`

const organizationsMax = 1000

/** The user's organizations, the oldest membership first. */
export const listUserOrganizations = (
  { read }: Database,
  userId: Id<'user'>,
): Promise<OrganizationOfMember[]> => read(ofUser, [userId])

interface OrganizationOfMember extends ListedOrganization {
  /** The user's role. */
  readonly role: string
}

const ofUser = namedStatement<OrganizationOfMember>(
  'organizations_of_user',
  `select ${listedColumns}, m.role
     from member m join organization o on o.id = m.organization_id
    where m.user_id = $1
    order by m.created_at, o.id
    limit ${organizationsMax}`,
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

export const findOrganizationBySlug = (
  db: Kysely<Tables>,
  slug: string,
): Promise<OrganizationRow | undefined> =>
  db.selectFrom('organization').selectAll().where('slug', '=', slug).executeTakeFirst()

/** Undefined if the user is not a member. */
export const findOrganizationOfMember = (
  db: Kysely<Tables>,
  key: OrganizationKey,
  userId: Id<'user'>,
): Promise<OrganizationOfMember | undefined> =>
  db
    .selectFrom('organization')
    .innerJoin('member', (join) =>
      join.onRef('member.organizationId', '=', 'organization.id').on('member.userId', '=', userId),
    )
    .selectAll('organization')
    .select('member.role')
    .where(({ eb }) =>
      'id' in key ? eb('organization.id', '=', key.id) : eb('organization.slug', '=', key.slug),
    )
    .executeTakeFirst()

/**
 * Every change of an organization, its members, invitations and teams takes this lock first, so
 * that limits and the last owner are counted reliably.
 */
export const lockOrganization = (
  tx: Transaction<Tables>,
  id: Id<'organization'>,
): Promise<OrganizationRow | undefined> =>
  tx.selectFrom('organization').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Absent columns stay. */
export type OrganizationChanges = Partial<
  Omit<Insertable<OrganizationTable>, 'id' | 'version' | 'createdAt' | 'modifiedAt'>
>

/** Violates `organization_slug` if the new slug is taken. */
export const saveOrganizationRow = (
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

/** Locks in the order of the ids, so that parallel deletions can't deadlock. */
export const lockUserOrganizations = (
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

/** Deletes the organization with everything in it; a foreign key clears it in sessions. */
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

/** One organization, or all that a user is a member of. */
export type SellerScope =
  | { readonly organizationId: Id<'organization'> }
  | { readonly userId: Id<'user'> }

type OrganizationSortKey = 'created_at' | 'name' | 'slug'

export function listSellerOrganizations(
  db: Kysely<Tables>,
  scope: SellerScope,
  { slug, ...listing }: Listing<OrganizationSortKey> & { readonly slug?: string | undefined },
): Promise<Page<OrganizationRow>> {
  const all = db.selectFrom('organization').selectAll()
  const inScope =
    'organizationId' in scope
      ? all.where('id', '=', scope.organizationId)
      : all.where('id', 'in', (of) =>
          of.selectFrom('member').select('organizationId').where('userId', '=', scope.userId),
        )
  const matching = slug === undefined ? inScope : inScope.where('slug', '=', slug)
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', name: 'name', slug: 'slug' },
    id: 'id',
  })
}

/** Whether this server has never been used: it has no user and no organization. */
export async function isServerEmpty(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from person)
       and not exists (select from organization) as "isEmpty"`.execute(db)
  return rows[0]?.isEmpty === true
}
