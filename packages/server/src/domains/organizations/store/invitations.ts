import type { InvitationStatus } from '@guildhall/contract/organizations/roles'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { InvitationTable, Tables } from '../../../platform/database/db-types.gen.ts'

interface WithStatus {
  readonly status: InvitationStatus
}

export type InvitationRow = Omit<Selectable<InvitationTable>, 'status'> & WithStatus

export const invitationsListedMax = 1000

/** By id alone, because the link in the mail does not name the organization. */
export const findInvitation = (
  db: Kysely<Tables>,
  id: Id<'invitation'>,
): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .$narrowType<WithStatus>()
    .executeTakeFirst()

type NewInvitation = Omit<Insertable<InvitationTable>, 'status' | 'version'>

export const insertInvitation = (
  tx: Transaction<Tables>,
  invitation: NewInvitation,
): Promise<InvitationRow> =>
  tx
    .insertInto('invitation')
    .values(invitation)
    .returningAll()
    .$narrowType<WithStatus>()
    .executeTakeFirstOrThrow()

interface Invited {
  readonly organizationId: Id<'organization'>
  /** In lower case. */
  readonly email: string
}

/** At most one per address, which may have expired. */
export const findPendingInvitation = (
  tx: Transaction<Tables>,
  { organizationId, email }: Invited,
): Promise<InvitationRow | undefined> =>
  tx
    .selectFrom('invitation')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .$narrowType<WithStatus>()
    .executeTakeFirst()

/** Undefined if it is no longer pending. */
export const closeInvitation = (
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<InvitationRow, 'organizationId' | 'id'>,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<InvitationRow | undefined> =>
  tx
    .updateTable('invitation')
    .set({ status, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .$narrowType<WithStatus>()
    .executeTakeFirst()

/** Those that can be accepted. */
export async function countOpenInvitations(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  now: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** In every status, the newest first. */
export const listInvitations = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<InvitationRow[]> =>
  db
    .selectFrom('invitation')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(invitationsListedMax)
    .$narrowType<WithStatus>()
    .execute()

/** With the organization and the inviter's current name and address. */
const withOrganization = (db: Kysely<Tables>) =>
  db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organizationId')
    .leftJoin('member as inviter', (join) =>
      join
        .onRef('inviter.organizationId', '=', 'invitation.organizationId')
        .onRef('inviter.userId', '=', 'invitation.inviterId'),
    )
    .leftJoin('person', 'person.id', 'inviter.userId')
    .selectAll('invitation')
    .select([
      'organization.name as organizationName',
      'organization.slug as organizationSlug',
      'person.name as inviterName',
      'person.email as inviterEmail',
    ])
    .$narrowType<WithStatus>()

interface InvitationWithOrganization extends InvitationRow {
  readonly organizationName: string
  readonly organizationSlug: string
  /** Null if the inviter is no longer a member. */
  readonly inviterName: string | null
  readonly inviterEmail: string | null
}

export const findInvitationWithOrganization = (
  db: Kysely<Tables>,
  id: Id<'invitation'>,
): Promise<InvitationWithOrganization | undefined> =>
  withOrganization(db).where('invitation.id', '=', id).executeTakeFirst()

/** Those that the address can accept now, the newest first. */
export const listOpenInvitationsTo = (
  db: Kysely<Tables>,
  email: string,
  now: Date,
): Promise<InvitationWithOrganization[]> =>
  withOrganization(db)
    .where('invitation.email', '=', email)
    .where('invitation.status', '=', 'pending')
    .where('invitation.expiresAt', '>', now)
    .where('inviter.id', 'is not', null)
    .orderBy('invitation.createdAt', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(invitationsListedMax)
    .execute()
