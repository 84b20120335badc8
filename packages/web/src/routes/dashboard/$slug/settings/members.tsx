import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useFreshSession } from '#/features/account/fresh-session.tsx'
import { InviteButton } from '#/features/organizations/invitations/invite-button.tsx'
import { MembersList } from '#/features/organizations/members/members-list.tsx'
import { membersPageQuery } from '#/features/organizations/members/members-page-query.ts'
import { readMembersView } from '#/features/organizations/members/members-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/settings/members')({
  validateSearch: onlyParsed(readMembersView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(membersPageQuery(organizationId, deps))
  },
  component: Members,
})

function Members() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { user } = useCurrentSession()
  const { role, slug } = useOrganization()
  const here = useRouter().buildLocation({ to: Route.fullPath, params: { slug }, search: view })
  const { run, dialog } = useFreshSession(here.href)
  const inviting = useFreshSession(here.href)
  return (
    <Page title="Members" actions={<InviteButton freshSession={inviting} />}>
      <MembersList
        ownId={user.id}
        view={view}
        run={run}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
      {!mayIn(role, 'member', 'update') && (
        <p className="mt-3 px-1 text-s text-ink-2">
          Owners and admins can invite people, change roles and remove members.
        </p>
      )}
      {dialog}
    </Page>
  )
}
