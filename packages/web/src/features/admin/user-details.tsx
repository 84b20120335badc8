import { useInfiniteQuery } from '@tanstack/react-query'
import { activityLine } from '#/entities/account/activity.ts'
import { isOperator } from '#/entities/account/session.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Log } from '#/ui/log.tsx'
import { Time } from '#/ui/time.tsx'
import { useNow } from '#/ui/use-now.ts'
import { type User, userActivityQuery } from './admin-queries.ts'
import { isBanned } from './bans.ts'
import { explain } from './explain.ts'
import { UserAccounts } from './user-accounts.tsx'
import { userColumnsClasses } from './user-columns.ts'
import { nameOf } from './user-name.ts'
import { UserSessions } from './user-sessions.tsx'

interface UserDetailsProps {
  user: User
  isOwn: boolean
}

export function UserDetails({ user, isOwn }: UserDetailsProps) {
  return (
    <>
      <BanBanner user={user} />
      <div className={userColumnsClasses}>
        <UserFacts user={user} />
        <div className="grid min-w-0 gap-4">
          <UserSessions user={user} isOwn={isOwn} />
          <UserAccounts userId={user.id} />
          <UserActivityCard userId={user.id} />
        </div>
      </div>
    </>
  )
}

/** Whether the account is banned, and why. */
function BanBanner({ user }: { user: User }) {
  const now = useNow()
  if (!isBanned(user, now)) return null
  const end = user.banExpires
  return (
    <Banner tone="warn" title="Banned." className="mb-4">
      {end === null ? (
        'The ban has no end date.'
      ) : (
        <>
          The ban ends <Time at={end} />.
        </>
      )}
      {user.banReason && <> Reason: {user.banReason}</>}
    </Banner>
  )
}

/** The activity of a user, newest first. */
function UserActivityCard({ userId }: { userId: string }) {
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

function UserFacts({ user }: { user: User }) {
  return (
    <Card>
      <div className="mb-3 flex items-center gap-3">
        <Avatar name={nameOf(user)} src={user.image} size="l" />
        <div className="min-w-0">
          <p className="text-m font-semibold break-words">{nameOf(user)}</p>
          <p className="text-s text-ink-2">{user.displayUsername && `@${user.displayUsername}`}</p>
        </div>
      </div>
      <Facts
        facts={[
          { label: 'Email', value: <Copyable text={user.email} what="email address" /> },
          { label: 'Verified', value: user.emailVerified ? 'Yes' : 'Not yet' },
          { label: 'Role', value: isOperator(user) ? 'Operator' : 'User' },
          { label: 'Joined', value: <Time at={user.createdAt} /> },
          { label: 'Updated', value: <Time at={user.updatedAt} /> },
          { label: 'ID', value: <Copyable text={user.id} short /> },
        ]}
      />
    </Card>
  )
}
