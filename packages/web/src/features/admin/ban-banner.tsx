import { Banner } from '#/ui/banner.tsx'
import { Time } from '#/ui/time.tsx'
import { useNow } from '#/ui/use-now.ts'
import type { User } from './admin-queries.ts'
import { isBanned } from './bans.ts'

/** Whether the account is banned, and why. */
export function BanBanner({ user }: { user: User }) {
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
