import type { User } from './admin-queries.ts'
import { BanBanner } from './ban-banner.tsx'
import { UserAccounts } from './user-accounts.tsx'
import { UserActivityCard } from './user-activity.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserSessions } from './user-sessions.tsx'

interface UserDetailsProps {
  user: User
  isOwn: boolean
}

/** The user’s details next to their lists; above them on phones. */
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

export const userColumnsClasses =
  'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:[&>*:first-child]:order-last'
