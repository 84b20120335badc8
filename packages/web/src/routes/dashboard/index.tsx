import { createFileRoute, redirect } from '@tanstack/react-router'
import { CreateOrganizationForm } from '#/features/organizations/create/create-organization-form.tsx'
import { OwnInvitations } from '#/features/organizations/create/own-invitations.tsx'
import { startOrganization } from '#/features/organizations/find-organization.ts'
import { ownInvitationsQuery } from '#/features/organizations/organization-queries.ts'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'
import { Stage } from '#/features/shell/stage.tsx'

/** Redirects to the last organization, or shows the welcome page. */
export const Route = createFileRoute('/dashboard/')({
  loader: async ({ context: { queryClient, session } }) => {
    const [organization] = await Promise.all([
      startOrganization(queryClient, session.activeOrganizationId),
      queryClient.prefetchQuery(ownInvitationsQuery),
    ])
    if (organization === null) return
    const { slug } = organization
    throw redirect({ to: '/dashboard/$slug', params: { slug }, replace: true })
  },
  component: Welcome,
})

function Welcome() {
  const { user } = useCurrentSession()
  return (
    <Stage user={user}>
      <div>
        <Page title="Welcome to Guildhall">
          <p className="-mt-3 text-ink-2">
            An organization is where your team sells products and manages customers. You can invite
            others after you create it.
          </p>
        </Page>
      </div>
      <OwnInvitations />
      <CreateOrganizationForm />
    </Stage>
  )
}
