export interface Lifetimes {
  readonly seconds: number
  readonly refreshSeconds: number
  readonly freshSeconds: number
}

interface Life {
  readonly remembered: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Whether the session was last prolonged so long ago that using it prolongs it. */
export function isDue({ remembered, expiresAt }: Life, lifetimes: Lifetimes, now: Date): boolean {
  const prolongedAt = expiresAt.getTime() - lifetimes.seconds * 1000
  return remembered && now.getTime() >= prolongedAt + lifetimes.refreshSeconds * 1000
}

const useNotedSeconds = 300

/** A use is noted every few minutes, so that reading stays reading. */
export const isUseNews = ({ lastUsedAt }: { readonly lastUsedAt: Date }, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= useNotedSeconds * 1000

/**
 * Counts from signing in: using a session doesn't prove again who uses it. An operator who acts as
 * the user has never proved to be them.
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
