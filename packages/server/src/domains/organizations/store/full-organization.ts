import type { Id } from '@guildhall/contract/primitives'
import type { Database } from '../../../platform/database/database.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import type { OrganizationNamed } from '../rules/organization-meant.ts'
import { type InvitationRow, invitationsListedMax } from './invitations.ts'
import type { MemberWithPerson } from './members.ts'
import { type ListedOrganization, listedColumns } from './organizations.ts'
import type { TeamRow } from './teams.ts'

export interface FullOrganizationRows {
  readonly organization: ListedOrganization
  /** The oldest first. */
  readonly members: readonly MemberWithPerson[]
  /** The newest first. */
  readonly invitations: readonly InvitationRow[]
  readonly teams: readonly TeamRow[]
}

interface Reading {
  readonly userId: Id<'user'>
  readonly membersMax: number
}

/**
 * An organization with everything that its members see of it; null for who is none. It is one
 * statement, however much there is to see: PostgreSQL hands each list over as one text of JSON,
 * which costs about two thirds of what a statement per list does.
 */
export async function readFullOrganization(
  { read }: Database,
  named: OrganizationNamed,
  { userId, membersMax }: Reading,
): Promise<FullOrganizationRows | null> {
  const [statement, name] = 'id' in named ? [byId, named.id] : [bySlug, named.slug]
  const [row] = await read(statement, [name, userId, membersMax])
  if (row === undefined) return null
  const { members, invitations, teams, ...organization } = row
  return {
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
      updatedAt: team.updatedAt === null ? null : new Date(team.updatedAt),
    })),
  }
}

/** As it is in JSON. */
type Written<T> = {
  readonly [K in keyof T]: T[K] extends Date
    ? string
    : T[K] extends Date | null
      ? string | null
      : T[K]
}

interface FullColumns extends ListedOrganization {
  readonly members: readonly Written<MemberWithPerson>[]
  readonly invitations: readonly Written<InvitationRow>[]
  readonly teams: readonly Written<TeamRow>[]
}

const text = (column: 'id' | 'slug') => `
  select ${listedColumns},
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
