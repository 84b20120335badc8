import { createFileRoute } from '@tanstack/react-router'
import { ownSessionsQuery } from '#/features/account/account-queries.ts'
import { SessionsList } from '#/features/account/sessions-list.tsx'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'

export const Route = createFileRoute('/account/sessions')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(ownSessionsQuery)
  },
  component: Sessions,
})

function Sessions() {
  const { session } = useCurrentSession()
  return (
    <Page title="Sessions">
      <SessionsList currentId={session.id} />
    </Page>
  )
}
