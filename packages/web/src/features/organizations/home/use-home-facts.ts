import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNow } from '../../../ui/use-now.ts'
import { useOrganization } from '../current-organization.tsx'
import { isOpen } from '../open-invitations.ts'
import {
  invitationsQuery,
  membersQuery,
  type OrganizationId,
  teamsQuery,
} from '../organization-queries.ts'
import { sellerQuery } from '../settings/seller-query.ts'

/** As many as the card of people shows. */
const facesMax = 6

/** Everything that the first page of an organization shows, so that it comes as a whole. */
export const loadHome = (queryClient: QueryClient, organizationId: OrganizationId) =>
  Promise.all([
    queryClient.ensureQueryData(membersQuery(organizationId, facesMax)),
    queryClient.ensureQueryData(invitationsQuery(organizationId)),
    queryClient.ensureQueryData(teamsQuery(organizationId)),
    queryClient.ensureQueryData(sellerQuery(organizationId)),
  ])

export function useHomeFacts() {
  const { id } = useOrganization()
  const now = useNow()
  const { data: people } = useSuspenseQuery(membersQuery(id, facesMax))
  const { data: invitations } = useSuspenseQuery(invitationsQuery(id))
  const { data: teams } = useSuspenseQuery(teamsQuery(id))
  const { data: seller } = useSuspenseQuery(sellerQuery(id))
  return {
    faces: people.members,
    members: people.total,
    openInvitations: invitations.filter((invitation) => isOpen(invitation, now)).length,
    /** Null where this server has no teams. */
    teams: teams === null ? null : teams.length,
    hasLogo: seller.avatarUrl !== null,
    hasEmail: seller.email !== null,
  }
}
