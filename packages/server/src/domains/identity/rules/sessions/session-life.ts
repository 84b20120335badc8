export interface Lifetimes {
  readonly seconds: number
  readonly refreshSeconds: number
  readonly freshSeconds: number
}

export interface LifetimeFacts {
  readonly remembered: boolean
  /** Set for an impersonation, which has a lifetime of its own. */
  readonly impersonation: { readonly lifetimeSeconds: number } | null
  readonly lifetimes: Pick<Lifetimes, 'seconds'>
}

/** Sessions that end with the browser last at most this long. */
const unrememberedSecondsMax = 86_400

/** How long a new session lasts. */
export function sessionLifetimeSeconds({
  remembered,
  impersonation,
  lifetimes: { seconds },
}: LifetimeFacts): number {
  if (impersonation !== null) return impersonation.lifetimeSeconds
  return remembered ? seconds : Math.min(seconds, unrememberedSecondsMax)
}

interface Life {
  readonly remembered: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Whether the session was last extended so long ago that using it extends it. */
export function isDueForExtension(
  { remembered, expiresAt }: Life,
  lifetimes: Lifetimes,
  now: Date,
): boolean {
  const extendedAt = expiresAt.getTime() - lifetimes.seconds * 1000
  return remembered && now.getTime() >= extendedAt + lifetimes.refreshSeconds * 1000
}

const useRecordedSeconds = 300

/** Uses are recorded every few minutes only, so that most reads don't write. */
export const isUseDueForRecord = (
  { lastUsedAt }: { readonly lastUsedAt: Date },
  now: Date,
): boolean => now.getTime() - lastUsedAt.getTime() >= useRecordedSeconds * 1000

/**
 * Freshness counts from signing in, not from the last use. An impersonation is never fresh: the
 * operator hasn't authenticated as the user.
 */
export const isFresh = (
  {
    createdAt,
    impersonatedBy,
  }: Pick<Life, 'createdAt'> & { readonly impersonatedBy: string | null },
  { freshSeconds }: Pick<Lifetimes, 'freshSeconds'>,
  now: Date,
): boolean =>
  impersonatedBy === null &&
  (freshSeconds === 0 || now.getTime() - createdAt.getTime() < freshSeconds * 1000)
