import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables, TeamTable } from '../../../platform/database/db-types.gen.ts'
import type { MemberRow, Membership } from './members.ts'

export type TeamRow = Selectable<TeamTable>

interface TeamKey {
  readonly organizationId: Id<'organization'>
  readonly teamId: Id<'team'>
}

/** The oldest first. */
export const listTeams = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<TeamRow[]> =>
  db
    .selectFrom('team')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Those that the user is in, of one or of all organizations; the oldest first. */
export const listTeamsOfUser = (
  db: Kysely<Tables>,
  {
    userId,
    organizationId,
  }: Omit<Membership, 'organizationId'> & {
    readonly organizationId: Id<'organization'> | null
  },
): Promise<TeamRow[]> =>
  db
    .selectFrom('member')
    .innerJoin('team', (join) =>
      join
        .onRef('team.organizationId', '=', 'member.organizationId')
        .onRef('team.id', '=', 'member.teamId'),
    )
    .selectAll('team')
    .where('member.userId', '=', userId)
    .$if(organizationId !== null, (of) => of.where('member.organizationId', '=', organizationId))
    .orderBy('team.createdAt')
    .orderBy('team.id')
    .execute()

export const findTeam = (
  db: Kysely<Tables>,
  { organizationId, teamId }: TeamKey,
): Promise<TeamRow | undefined> =>
  db
    .selectFrom('team')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', teamId)
    .executeTakeFirst()

export const insertTeam = (
  tx: Transaction<Tables>,
  team: Insertable<TeamTable>,
): Promise<TeamRow> => tx.insertInto('team').values(team).returningAll().executeTakeFirstOrThrow()

export const saveTeamName = (
  tx: Transaction<Tables>,
  { organizationId, teamId }: TeamKey,
  name: string,
  now: Date,
): Promise<TeamRow> =>
  tx
    .updateTable('team')
    .set({ name, updatedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', teamId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Foreign keys clear the team in its members and invitations. */
export async function deleteTeam(
  tx: Transaction<Tables>,
  { organizationId, teamId }: TeamKey,
): Promise<void> {
  await tx
    .deleteFrom('team')
    .where('organizationId', '=', organizationId)
    .where('id', '=', teamId)
    .execute()
}

export async function countTeams(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const { count } = await tx
    .selectFrom('team')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export async function countTeamMembers(
  tx: Transaction<Tables>,
  { organizationId, teamId }: TeamKey,
): Promise<number> {
  const { count } = await tx
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow()
  return count
}

/** Clears the active team in the member's sessions. */
export async function moveToTeam(
  tx: Transaction<Tables>,
  { organizationId, userId }: Membership,
  teamId: Id<'team'> | null,
): Promise<MemberRow> {
  const member = await tx
    .updateTable('member')
    .set({ teamId, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('session')
    .set({ activeTeamId: null })
    .where('activeOrganizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
  return member
}
