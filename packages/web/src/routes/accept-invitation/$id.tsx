import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '#/entities/account/session.ts'
import { organizationsQuery } from '#/entities/organization/own-organizations.ts'
import { AcceptSkeleton } from '#/features/organizations/accept/accept-skeleton.tsx'
import { InvitationAnswer } from '#/features/organizations/accept/invitation-answer.tsx'
import { linkQuery, viewQuery } from '#/features/organizations/accept/invitation-query.ts'
import { SignedOutInvitation } from '#/features/organizations/accept/signed-out-invitation.tsx'
import { viewTitle } from '#/features/organizations/accept/view-title.ts'
import { Page } from '#/features/shell/page.tsx'
import { SignedIn, useCurrentSession } from '#/features/shell/signed-in.tsx'
import { Stage } from '#/features/shell/stage.tsx'

/**
 * Open to everyone with the link. A mailed one names inviter, organization and recipient; all else
 * is for the invited user only.
 */
export const Route = createFileRoute('/accept-invitation/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session === null) {
      await queryClient.ensureQueryData(linkQuery(id))
      return
    }
    await Promise.all([
      queryClient.ensureQueryData(viewQuery(session.user.id, id)),
      queryClient.ensureQueryData(organizationsQuery),
    ])
  },
  pendingComponent: AcceptSkeleton,
  component: AcceptInvitation,
})

function AcceptInvitation() {
  const { id } = Route.useParams()
  const path = `/accept-invitation/${id}`
  const { data: session } = useQuery(sessionQuery)
  if (!session) return <ForVisitors id={id} path={path} />
  return (
    <SignedIn>
      <ForGuests path={path} />
    </SignedIn>
  )
}

function ForVisitors({ id, path }: { id: string; path: string }) {
  const { data: link } = useSuspenseQuery(linkQuery(id))
  return <SignedOutInvitation path={path} link={link} />
}

function ForGuests({ path }: { path: string }) {
  const { id } = Route.useParams()
  const { user } = useCurrentSession()
  const queryClient = useQueryClient()
  const query = viewQuery(user.id, id)
  const { data: view } = useSuspenseQuery(query)
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  // The first result counts: after accepting, the user is being redirected.
  const [own] = useState(organizations)
  return (
    <Stage user={user}>
      <div>
        <Page title={viewTitle(view, own)}>
          <InvitationAnswer
            view={view}
            own={own}
            user={user}
            path={path}
            onStale={() => queryClient.invalidateQueries(query)}
          />
        </Page>
      </div>
    </Stage>
  )
}
