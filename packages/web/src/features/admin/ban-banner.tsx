import { Banner } from '../../ui/banner.tsx'
import { Time } from '../../ui/time.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { User } from './admin-queries.ts'
import { isBanned } from './bans.ts'

/** Whether and why nobody can sign in to this account. */
export function BanBanner({ user }: { user: User }) {
  const now = useNow()
  if (!isBanned(user, now)) return null
  const end = user.banExpires
  return (
    <Banner tone="warn" title="Banned." className="mb-4">
      {end === null ? (
        'Until somebody lifts it.'
      ) : (
        <>
          The ban ends <Time at={end} />.
        </>
      )}
      {user.banReason && <> Reason: {user.banReason}</>}
    </Banner>
  )
}
