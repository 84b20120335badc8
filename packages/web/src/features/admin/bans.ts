import type { User } from './admin-queries.ts'

/** A ban that has reached its end is lifted at the next sign-in; until then it only stands there. */
export function isBanned(
  { banned, banExpires }: Pick<User, 'banned' | 'banExpires'>,
  now: Date,
): boolean {
  return banned === true && (banExpires === null || banExpires > now)
}

/** From now to the first moment of that day, on the operator's own calendar. */
export function secondsUntil(day: string, now: Date): number {
  const start = new Date(`${day}T00:00:00`)
  return Math.max(1, Math.ceil((start.getTime() - now.getTime()) / 1000))
}
