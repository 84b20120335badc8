import { createFileRoute, useNavigate } from '@tanstack/react-router'
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
  return (
    <Page title="Invitations" actions={<InviteButton />}>
      <InvitationsList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
