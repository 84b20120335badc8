import type {
  ChangedOrganization,
  FullOrganization,
  Invitation,
  Member,
  MemberWithUser,
  Organization,
  Team,
} from '@guildhall/contract/organizations/shapes'
import type * as z from 'zod/mini'
import type { JsonValue } from '../../../platform/database/json.ts'
import type { FullOrganizationRows } from '../store/full-organization.ts'
import type { InvitationRow } from '../store/invitations.ts'
import type { MemberRow, MemberWithPerson } from '../store/members.ts'
import type { ListedOrganization } from '../store/organizations.ts'
import type { TeamRow } from '../store/teams.ts'

const presentShared = ({ id, name, slug, avatarUrl, createdAt }: ListedOrganization) => ({
  id,
  name,
  slug,
  logo: avatarUrl,
  createdAt,
})

/** The metadata is JSON text here. */
export const presentOrganization = (row: ListedOrganization): z.output<typeof Organization> => ({
  ...presentShared(row),
  metadata: row.metadata === null ? null : JSON.stringify(row.metadata),
})

/** The metadata is the object that was sent; the key is absent if there is none. */
export const presentChangedOrganization = (
  row: ListedOrganization,
): z.output<typeof ChangedOrganization> => ({
  ...presentShared(row),
  ...(isObject(row.metadata) && { metadata: { ...row.metadata } }),
})

const isObject = (value: JsonValue): value is Readonly<Record<string, JsonValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const presentFullOrganization = (
  { organization, members, invitations, teams }: FullOrganizationRows,
  areTeamsEnabled: boolean,
): z.output<typeof FullOrganization> => ({
  ...presentOrganization(organization),
  members: members.map(presentMemberWithUser),
  invitations: invitations.map(presentInvitation),
  teams: areTeamsEnabled ? teams.map(presentTeam) : null,
})

export const presentTeam = (row: TeamRow): z.output<typeof Team> => ({
  id: row.id,
  organizationId: row.organizationId,
  name: row.name,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const presentMember = (row: MemberRow): z.output<typeof Member> => ({
  id: row.id,
  organizationId: row.organizationId,
  userId: row.userId,
  role: row.role,
  teamId: row.teamId,
  createdAt: row.createdAt,
})

export const presentMemberWithUser = (row: MemberWithPerson): z.output<typeof MemberWithUser> => ({
  ...presentMember(row),
  user: { id: row.userId, name: row.name, email: row.email, image: row.image },
})

export const presentInvitation = (row: InvitationRow): z.output<typeof Invitation> => ({
  id: row.id,
  organizationId: row.organizationId,
  email: row.email,
  role: row.role,
  status: row.status,
  teamId: row.teamId,
  inviterId: row.inviterId,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
})
