import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type OrganizationId } from '#/entities/organization/own-organizations.ts'
import { sellerQuery } from '#/entities/organization/seller-query.ts'
import { isOpen } from '#/features/organizations/open-invitations.ts'
import {
  invitationsQuery,
  membersQuery,
  teamsQuery,
} from '#/features/organizations/organization-queries.ts'
import { useRealNow } from '#/ui/use-now.ts'
import { countsQuery } from './counts-query.ts'

/** As many as the people card shows. */
const facesMax = 6

/** Everything that the home page shows, so that it renders as a whole. */
export const loadHome = (queryClient: QueryClient, organizationId: OrganizationId) =>
  Promise.all([
    queryClient.ensureQueryData(membersQuery(organizationId, facesMax)),
    queryClient.ensureQueryData(invitationsQuery(organizationId)),
    queryClient.ensureQueryData(teamsQuery(organizationId)),
    queryClient.ensureQueryData(sellerQuery(organizationId)),
    queryClient.ensureQueryData(countsQuery(organizationId)),
  ])

export function useHomeFacts() {
  const { id } = useOrganization()
  const now = useRealNow()
  const { data: people } = useSuspenseQuery(membersQuery(id, facesMax))
  const { data: invitations } = useSuspenseQuery(invitationsQuery(id))
  const { data: teams } = useSuspenseQuery(teamsQuery(id))
  const { data: seller } = useSuspenseQuery(sellerQuery(id))
  const { data: counts } = useSuspenseQuery(countsQuery(id))
  return {
    faces: people.members,
    members: people.total,
    openInvitations: invitations.filter((invitation) => isOpen(invitation, now)).length,
    /** Null if teams are disabled on this server. */
    teams: teams === null ? null : teams.length,
    hasLogo: seller.avatarUrl !== null,
    hasEmail: seller.email !== null,
    ...counts,
  }
}
