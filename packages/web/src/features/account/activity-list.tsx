import { useInfiniteQuery } from '@tanstack/react-query'
import { activityLine } from '../../lib/activity.ts'
import { failureWords } from '../../lib/failure-words.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { Log } from '../../ui/log.tsx'
import { activityQuery } from './account-queries.ts'

/** What happened to the account, the newest first. */
export function ActivityList() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(activityQuery)
  return (
    <div className="grid gap-3">
      <Card flush>
        <Log
          lines={data?.pages.flatMap(({ activity }) => activity.map(activityLine)) ?? null}
          failure={error && failureWords(error)}
          empty="Nothing has happened yet."
          onOlder={hasNextPage ? () => void fetchNextPage() : undefined}
          isFetchingOlder={isFetchingNextPage}
        />
      </Card>
      <p className="px-1 text-s text-ink-2">
        Is there something that you didn’t do?{' '}
        <Link href="/account/password">Change your password</Link> and{' '}
        <Link href="/account/sessions">end the sessions you don’t know</Link>.
      </p>
    </div>
  )
}
