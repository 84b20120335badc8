import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useFreshSession } from '#/features/account/fresh-session.tsx'
import { InvitationsList } from '#/features/organizations/invitations/invitations-list.tsx'
import { readInvitationsView } from '#/features/organizations/invitations/invitations-view.ts'
import { InviteButton } from '#/features/organizations/invitations/invite-button.tsx'
import { invitationsQuery } from '#/features/organizations/organization-queries.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/settings/invitations')({
  validateSearch: onlyParsed(readInvitationsView),
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId } }) => {
    void queryClient.prefetchQuery(invitationsQuery(organizationId))
  },
  component: Invitations,
})

function Invitations() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { slug } = useOrganization()
  const here = useRouter().buildLocation({ to: Route.fullPath, params: { slug }, search: view })
  const inviting = useFreshSession(here.href)
  const resending = useFreshSession(here.href)
  return (
    <Page title="Invitations" actions={<InviteButton freshSession={inviting} />}>
      <InvitationsList
        view={view}
        freshSession={resending}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
