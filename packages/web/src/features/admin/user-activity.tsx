import { useInfiniteQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import UserCog from 'lucide-react/icons/user-cog'
import { deviceName } from '../../lib/device-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import { Time } from '../../ui/time.tsx'
import { type UserActivity, userActivityQuery } from './admin-queries.ts'
import { explain } from './explain.ts'

/** What happened to an account, the newest first. */
export function UserActivityCard({ userId }: { userId: string }) {
  const activity = useInfiniteQuery(userActivityQuery(userId))
  const list = activity.data?.pages.flatMap((page) => page.activity)
  return (
    <Card flush title="Security activity">
      <Entries
        count={list?.length ?? null}
        failure={activity.error && explain(activity.error)}
        empty="Nothing has happened yet."
      >
        {list?.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} />
        ))}
      </Entries>
      {activity.hasNextPage && (
        <div className="border-t px-4 py-2">
          <Button
            size="s"
            variant="ghost"
            loading={activity.isFetchingNextPage}
            onClick={() => activity.fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
    </Card>
  )
}

function ActivityEntry({ entry }: { entry: UserActivity }) {
  const { action, title, succeeded, operatorId, at, ipAddress, userAgent } = entry
  // The titles of what only operators do say so.
  const isUnsaid = operatorId !== null && !action.startsWith('admin.')
  return (
    <Entry
      icon={<Icon entry={entry} />}
      title={title}
      badge={!succeeded && <Badge tone="warn">failed</Badge>}
    >
      <Time at={at} />
      {isUnsaid && <span>by an operator</span>}
      {userAgent && <span>{deviceName(userAgent)}</span>}
      {ipAddress && <span className="break-all">{ipAddress}</span>}
    </Entry>
  )
}

function Icon({ entry: { succeeded, operatorId } }: { entry: UserActivity }) {
  if (!succeeded) return <CircleAlert className="text-warn" />
  return operatorId === null ? <CircleCheck /> : <UserCog />
}
