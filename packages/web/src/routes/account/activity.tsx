import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '#/features/account/account-queries.ts'
import { ActivityList } from '#/features/account/activity-list.tsx'
import { Page } from '#/features/shell/page.tsx'

export const Route = createFileRoute('/account/activity')({
  loader: ({ context }) => {
    void context.queryClient.prefetchInfiniteQuery(activityQuery)
  },
  component: SecurityActivity,
})

function SecurityActivity() {
  return (
    <Page title="Security activity">
      <ActivityList />
    </Page>
  )
}
