const dayMilliseconds = 86_400_000

/** How many days before its end the members are mailed. */
const noticeDays = [7, 1] as const

const daysBefore = (expiresAt: Date, days: number): Date =>
  new Date(expiresAt.getTime() - days * dayMilliseconds)

/** Null for a token that never expires, or of which everything was said. */
export function nextExpiryNotice(expiresAt: Date | null, after: Date): Date | null {
  if (expiresAt === null) return null
  const notices = noticeDays.map((days) => daysBefore(expiresAt, days))
  return notices.find((notice) => notice > after) ?? null
}

/** Whether the responses to its calls name its end. */
export const expiresSoon = (expiresAt: Date, now: Date): boolean =>
  now >= daysBefore(expiresAt, noticeDays[0])
