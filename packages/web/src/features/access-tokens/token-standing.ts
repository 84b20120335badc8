import type { AccessToken } from './access-token-queries.ts'

/** `ending`: it expires soon enough to think of another one. */
export type TokenStanding = 'active' | 'ending' | 'expired'

const soonMilliseconds = 7 * 86_400_000

export function standingOf(
  { expiresAt, createdAt }: Pick<AccessToken, 'expiresAt' | 'createdAt'>,
  now: Date,
): TokenStanding {
  if (expiresAt === null) return 'active'
  const left = expiresAt.getTime() - now.getTime()
  if (left <= 0) return 'expired'
  const life = expiresAt.getTime() - createdAt.getTime()
  // One that is made for a few days is as it was meant to be.
  return left < Math.min(soonMilliseconds, life / 2) ? 'ending' : 'active'
}
