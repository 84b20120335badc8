import { useInfiniteQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import UserCog from 'lucide-react/icons/user-cog'
import { deviceName } from '../../lib/device-name.ts'
import { failureWords } from '../../lib/failure-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { type Activity, activityQuery } from './account-queries.ts'

/** What happened to the account, the newest first. */
export function ActivityList() {
  const activity = useInfiniteQuery(activityQuery)
  const list = activity.data?.pages.flatMap((page) => page.activity)
  return (
    <div className="grid gap-3">
      <Card flush>
        <Entries
          count={list?.length ?? null}
          failure={activity.error === null ? null : failureWords(activity.error)}
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
      <p className="px-1 text-s text-ink-2">
        Is there something that you didn’t do?{' '}
        <Link href="/account/password">Change your password</Link> and{' '}
        <Link href="/account/sessions">end the sessions you don’t know</Link>.
      </p>
    </div>
  )
}

function ActivityEntry({ entry }: { entry: Activity }) {
  const { title, succeeded, operatorId, at, ipAddress, userAgent } = entry
  return (
    <Entry
      icon={<Icon entry={entry} />}
      title={title}
      badge={!succeeded && <Badge tone="warn">failed</Badge>}
    >
      <Time at={at} />
      {operatorId !== null && <span>by an operator</span>}
      {userAgent && <span>{deviceName(userAgent)}</span>}
      {ipAddress && <span className="break-all">{ipAddress}</span>}
    </Entry>
  )
}

function Icon({ entry: { succeeded, operatorId } }: { entry: Activity }) {
  if (!succeeded) return <CircleAlert className="text-warn" />
  return operatorId === null ? <CircleCheck /> : <UserCog />
}
