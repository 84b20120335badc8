import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { type OrganizationId } from '../../../lib/own-organizations.ts'
import { rolesIn } from '../../../lib/roles.ts'
import { useRealNow } from '../../../ui/use-now.ts'
import { isOpen } from '../open-invitations.ts'
import { invitationsQuery, membersQuery, teamsQuery } from '../organization-queries.ts'
import type { Belongings } from './deletion-effects.ts'

/** Enough to see whether somebody else is an owner, save in the largest organizations. */
const lookedAtMax = 100

export const loadDanger = (queryClient: QueryClient, organizationId: OrganizationId) =>
  Promise.all([
    queryClient.ensureQueryData(membersQuery(organizationId, lookedAtMax)),
    queryClient.ensureQueryData(invitationsQuery(organizationId)),
    queryClient.ensureQueryData(teamsQuery(organizationId)),
  ])

interface DangerFacts {
  belongings: Belongings
  /** Whether the organization would be without an owner: as far as this page can see. */
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
    belongings: {
      members: people.total,
      openInvitations: invitations.filter((invitation) => isOpen(invitation, now)).length,
      teams: teams?.length ?? 0,
    },
    isOnlyOwner: rolesIn(role).includes('owner') && areAllSeen && owners.length < 2,
  }
}
