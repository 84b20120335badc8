import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { type OrganizationId } from '../../../lib/own-organizations.ts'
import { sellerQuery } from '../../../lib/seller-query.ts'
import { useRealNow } from '../../../ui/use-now.ts'
import { isOpen } from '../open-invitations.ts'
import { invitationsQuery, membersQuery, teamsQuery } from '../organization-queries.ts'
import { countsQuery } from './counts-query.ts'

/** As many as the card of people shows. */
const facesMax = 6

/** Everything that the first page of an organization shows, so that it comes as a whole. */
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
    /** Null where this server has no teams. */
    teams: teams === null ? null : teams.length,
    hasLogo: seller.avatarUrl !== null,
    hasEmail: seller.email !== null,
    ...counts,
  }
}
