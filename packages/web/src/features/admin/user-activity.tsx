import { useInfiniteQuery } from '@tanstack/react-query'
import { activityLine } from '#/entities/account/activity.ts'
import { Card } from '#/ui/card.tsx'
import { Log } from '#/ui/log.tsx'
import { userActivityQuery } from './admin-queries.ts'
import { explain } from './explain.ts'

/** The activity of a user, newest first. */
export function UserActivityCard({ userId }: { userId: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    userActivityQuery(userId),
  )
  return (
    <Card flush title="Security activity">
      <Log
        lines={data?.pages.flatMap(({ activity }) => activity.map(activityLine)) ?? null}
        failure={error && explain(error)}
        empty="No activity yet."
        onOlder={hasNextPage ? () => void fetchNextPage() : undefined}
        isFetchingOlder={isFetchingNextPage}
      />
    </Card>
  )
}
