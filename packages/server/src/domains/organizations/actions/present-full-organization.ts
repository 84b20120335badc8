import type { FullOrganization } from '@guildhall/contract/organizations/shapes'
import type * as z from 'zod/mini'
import type { FullOrganizationRows } from '../store/full-organization.ts'
import type { OrganizationParts } from './parts.ts'
import { presentMemberWithUser, presentOrganization, presentTeam } from './present.ts'
import { presentInvitation } from './present-invitation.ts'

export const presentFullOrganization = (
  { config }: Pick<OrganizationParts, 'config'>,
  { organization, members, invitations, teams }: FullOrganizationRows,
): z.output<typeof FullOrganization> => ({
  ...presentOrganization(organization),
  members: members.map(presentMemberWithUser),
  invitations: invitations.map(presentInvitation),
  teams: config.teams.enabled ? teams.map(presentTeam) : null,
})
