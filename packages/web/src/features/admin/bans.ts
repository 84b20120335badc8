import type { User } from './admin-queries.ts'

/** An expired ban is lifted at the next sign-in, so it may still be stored. */
export function isBanned(
  { banned, banExpires }: Pick<User, 'banned' | 'banExpires'>,
  now: Date,
): boolean {
  return banned === true && (banExpires === null || banExpires > now)
}

/** From now until that day starts in the operator’s time zone. */
export function secondsUntil(day: string, now: Date): number {
  const start = new Date(`${day}T00:00:00`)
  return Math.max(1, Math.ceil((start.getTime() - now.getTime()) / 1000))
}
