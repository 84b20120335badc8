import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

/** Set in `platform/config/session-settings.ts`. */
export interface Lifetimes {
  readonly seconds: number
  readonly refreshSeconds: number
  readonly freshSeconds: number
  /** From signing in, however often the session is used. */
  readonly maxSeconds: number
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

const endOfLife = ({ createdAt }: Pick<Life, 'createdAt'>, maxSeconds: number): number =>
  createdAt.getTime() + maxSeconds * 1000

/** Whether the session still signs its user in. */
export const isLive = (
  { createdAt, expiresAt }: Pick<Life, 'createdAt' | 'expiresAt'>,
  { maxSeconds }: Pick<Lifetimes, 'maxSeconds'>,
  now: Date,
): boolean => now < expiresAt && now.getTime() < endOfLife({ createdAt }, maxSeconds)

/** Until when using the session extends it; null while it was extended recently. */
export function extendedUntil(
  { remembered, createdAt, expiresAt }: Life,
  { seconds, refreshSeconds, maxSeconds }: Lifetimes,
  now: Date,
): Date | null {
  const until = Math.min(now.getTime() + seconds * 1000, endOfLife({ createdAt }, maxSeconds))
  const gained = until - expiresAt.getTime()
  const isDue = remembered && gained > 0 && gained >= refreshSeconds * 1000
  return isDue ? new Date(until) : null
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

/**
 * An impersonation lasts an hour, so an operator must not give anyone access that outlasts it: by
 * an invitation, a role, a password, or the URL or secret of a webhook endpoint. Not even with the
 * password of the user, whose change starts a session that lasts longer.
 */
export const decideLastingAccess = ({
  impersonatedBy,
}: {
  readonly impersonatedBy: string | null
}): Refusal<'not_while_impersonating'> | null =>
  impersonatedBy === null ? null : refuse('not_while_impersonating')
