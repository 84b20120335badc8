import type { AccessToken } from './access-token-queries.ts'

/** `ending`: it expires soon enough to need a replacement. */
export type TokenStatus = 'active' | 'ending' | 'expired'

const soonMilliseconds = 7 * 86_400_000

export function statusOf(
  { expiresAt, createdAt }: Pick<AccessToken, 'expiresAt' | 'createdAt'>,
  now: Date,
): TokenStatus {
  if (expiresAt === null) return 'active'
  const left = expiresAt.getTime() - now.getTime()
  if (left <= 0) return 'expired'
  const life = expiresAt.getTime() - createdAt.getTime()
  // A token created for a few days doesn’t expire soon all its life.
  return left < Math.min(soonMilliseconds, life / 2) ? 'ending' : 'active'
}
