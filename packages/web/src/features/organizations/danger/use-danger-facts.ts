import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type OrganizationId } from '#/entities/organization/own-organizations.ts'
import { rolesIn } from '#/entities/organization/roles.ts'
import { isOpen } from '#/features/organizations/open-invitations.ts'
import {
  invitationsQuery,
  membersQuery,
  teamsQuery,
} from '#/features/organizations/organization-queries.ts'
import { useRealNow } from '#/ui/use-now.ts'
import type { OrganizationContents } from './deletion-effects.ts'

/** Enough to find another owner in all but the largest organizations. */
const lookedAtMax = 100

export const loadDanger = (queryClient: QueryClient, organizationId: OrganizationId) =>
  Promise.all([
    queryClient.ensureQueryData(membersQuery(organizationId, lookedAtMax)),
    queryClient.ensureQueryData(invitationsQuery(organizationId)),
    queryClient.ensureQueryData(teamsQuery(organizationId)),
  ])

interface DangerFacts {
  contents: OrganizationContents
  /**
   * Whether leaving would leave the organization without an owner, as far as this page can tell.
   */
  isOnlyOwner: boolean
}

export function useDangerFacts(): DangerFacts {
  const { id, role } = useOrganization()
  const now = useRealNow()
  const { data: people } = useSuspenseQuery(membersQuery(id, lookedAtMax))
  const { data: invitations } = useSuspenseQuery(invitationsQuery(id))
  const { data: teams } = useSuspenseQuery(teamsQuery(id))
  const owners = people.members.filter((member) => rolesIn(member.role).includes('owner'))
  const areAllSeen = people.total === people.members.length
  return {
    contents: {
      members: people.total,
      openInvitations: invitations.filter((invitation) => isOpen(invitation, now)).length,
      teams: teams?.length ?? 0,
    },
    isOnlyOwner: rolesIn(role).includes('owner') && areAllSeen && owners.length < 2,
  }
}
