import { createFileRoute, redirect } from '@tanstack/react-router'
import { CreateOrganizationForm } from '../../features/organizations/create/create-organization-form.tsx'
import { OwnInvitations } from '../../features/organizations/create/own-invitations.tsx'
import { startOrganization } from '../../features/organizations/find-organization.ts'
import { ownInvitationsQuery } from '../../features/organizations/organization-queries.ts'
import { Page } from '../../features/shell/page.tsx'
import { useCurrentSession } from '../../features/shell/signed-in.tsx'
import { Stage } from '../../features/shell/stage.tsx'

/** Leads to where one was last; who is in no organization is welcomed instead. */
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
            An organization is where people work together and sell what they make. Create one for
            yours; you can invite others right after.
          </p>
        </Page>
      </div>
      <OwnInvitations />
      <CreateOrganizationForm />
    </Stage>
  )
}
