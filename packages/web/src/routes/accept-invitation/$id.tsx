import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { AcceptSkeleton } from '../../features/organizations/accept/accept-skeleton.tsx'
import { ForStrangers } from '../../features/organizations/accept/for-strangers.tsx'
import { InvitationAnswer } from '../../features/organizations/accept/invitation-answer.tsx'
import { lookQuery } from '../../features/organizations/accept/invitation-query.ts'
import { lookTitle } from '../../features/organizations/accept/look-title.ts'
import { Page } from '../../features/shell/page.tsx'
import { SignedIn, useCurrentSession } from '../../features/shell/signed-in.tsx'
import { Stage } from '../../features/shell/stage.tsx'
import { organizationsQuery } from '../../lib/own-organizations.ts'
import { sessionQuery } from '../../lib/session.ts'

/** For everybody with the link; what it says is for the invited address only. */
export const Route = createFileRoute('/accept-invitation/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session === null) return
    await Promise.all([
      queryClient.ensureQueryData(lookQuery(session.user.id, id)),
      queryClient.ensureQueryData(organizationsQuery),
    ])
  },
  pendingComponent: AcceptSkeleton,
  component: AcceptInvitation,
})

function AcceptInvitation() {
  const path = `/accept-invitation/${Route.useParams().id}`
  const { data: session } = useQuery(sessionQuery)
  if (!session) return <ForStrangers path={path} />
  return (
    <SignedIn>
      <ForGuests path={path} />
    </SignedIn>
  )
}

function ForGuests({ path }: { path: string }) {
  const { id } = Route.useParams()
  const { user } = useCurrentSession()
  const queryClient = useQueryClient()
  const query = lookQuery(user.id, id)
  const { data: look } = useSuspenseQuery(query)
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  // As of the first look: who has just joined is on the way to elsewhere.
  const [own] = useState(organizations)
  return (
    <Stage user={user}>
      <div>
        <Page title={lookTitle(look, own)}>
          <InvitationAnswer
            look={look}
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
