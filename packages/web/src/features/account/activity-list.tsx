import { useInfiniteQuery } from '@tanstack/react-query'
import { activityLine } from '#/entities/account/activity.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Link } from '#/ui/link.tsx'
import { Log } from '#/ui/log.tsx'
import { activityQuery } from './account-queries.ts'

/** The activity of the account, newest first. */
export function ActivityList() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(activityQuery)
  return (
    <div className="grid gap-3">
      <Card flush>
        <Log
          lines={data?.pages.flatMap(({ activity }) => activity.map(activityLine)) ?? null}
          failure={error && failureMessage(error)}
          empty="No activity yet."
          onOlder={hasNextPage ? () => void fetchNextPage() : undefined}
          isFetchingOlder={isFetchingNextPage}
        />
      </Card>
      <p className="px-1 text-s text-ink-2">
        Don’t recognize something? <Link href="/account/password">Change your password</Link> and{' '}
        <Link href="/account/sessions">end sessions you don’t recognize</Link>.
      </p>
    </div>
  )
}
