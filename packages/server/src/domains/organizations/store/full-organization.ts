import type { Id } from '@guildhall/contract/primitives'
import { type AsJson, dateOrNull } from '../../../platform/database/as-json.ts'
import type { Database } from '../../../platform/database/database.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import type { OrganizationKey } from '../rules/resolve-organization.ts'
import { type InvitationRow, invitationsListedMax } from './invitations.ts'
import type { MemberWithPerson } from './members.ts'
import { type ListedOrganization, listedColumns } from './organizations.ts'
import type { TeamRow } from './teams.ts'

export interface FullOrganizationRows {
  /** Of the user who reads it. */
  readonly callerRole: string
  readonly organization: ListedOrganization
  /** The oldest first. */
  readonly members: readonly MemberWithPerson[]
  /** The newest first. */
  readonly invitations: readonly InvitationRow[]
  readonly teams: readonly TeamRow[]
}

interface Reader {
  readonly userId: Id<'user'>
  readonly membersMax: number
}

/**
 * An organization with everything that its members see; null if the user is not a member. One
 * statement that aggregates each list as JSON costs about two thirds of one statement per list.
 */
export async function readFullOrganization(
  { read }: Database,
  key: OrganizationKey,
  { userId, membersMax }: Reader,
): Promise<FullOrganizationRows | null> {
  const [statement, value] = 'id' in key ? [byId, key.id] : [bySlug, key.slug]
  const [row] = await read(statement, [value, userId, membersMax])
  if (row === undefined) return null
  const { callerRole, members, invitations, teams, ...organization } = row
  return {
    callerRole,
    organization,
    members: members.map((member) => ({ ...member, createdAt: new Date(member.createdAt) })),
    invitations: invitations.map((invitation) => ({
      ...invitation,
      createdAt: new Date(invitation.createdAt),
      expiresAt: new Date(invitation.expiresAt),
    })),
    teams: teams.map((team) => ({
      ...team,
      createdAt: new Date(team.createdAt),
      updatedAt: dateOrNull(team.updatedAt),
    })),
  }
}

interface FullColumns extends ListedOrganization {
  readonly callerRole: string
  readonly members: readonly AsJson<MemberWithPerson>[]
  readonly invitations: readonly AsJson<InvitationRow>[]
  readonly teams: readonly AsJson<TeamRow>[]
}

const text = (column: 'id' | 'slug') => `
  select ${listedColumns}, own.role as "callerRole",
         (select coalesce(json_agg(shown), '[]') from (
           select m.organization_id as "organizationId", m.id, m.user_id as "userId", m.role,
                  m.team_id as "teamId", m.created_at as "createdAt", m.version,
                  p.name, p.email, p.image
             from member m join person p on p.id = m.user_id
            where m.organization_id = o.id
            order by m.created_at, m.id limit $3) as shown) as members,
         (select coalesce(json_agg(shown), '[]') from (
           select i.organization_id as "organizationId", i.id, i.email, i.role, i.status,
                  i.team_id as "teamId", i.inviter_id as "inviterId", i.version,
                  i.created_at as "createdAt", i.expires_at as "expiresAt"
             from invitation i
            where i.organization_id = o.id
            order by i.created_at desc, i.id desc limit ${invitationsListedMax}) as shown)
           as invitations,
         (select coalesce(json_agg(shown), '[]') from (
           select t.organization_id as "organizationId", t.id, t.name, t.version,
                  t.created_at as "createdAt", t.updated_at as "updatedAt"
             from team t
            where t.organization_id = o.id
            order by t.created_at, t.id) as shown) as teams
    from organization o
    join member own on own.organization_id = o.id and own.user_id = $2
   where o.${column} = $1`

const byId = namedStatement<FullColumns>('full_organization_by_id', text('id'))
const bySlug = namedStatement<FullColumns>('full_organization_by_slug', text('slug'))
