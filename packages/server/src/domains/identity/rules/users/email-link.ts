import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

export interface EmailLinkFacts {
  readonly link: {
    readonly userId: Id<'user'>
    readonly email: string
    readonly newEmail: string | null
    readonly expiresAt: Date
    readonly spentAt: Date | null
  } | null
  /** The recipient, as of now. */
  readonly user: { readonly email: string; readonly emailVerified: boolean } | null
  /** The user signed in to the browser that opened it. */
  readonly visitorId: Id<'user'> | null
  /** Whether the visitor entered the recipient's password, or signed up in this browser. */
  readonly isCreator: boolean
  /** Whether the visitor accepts that earlier access to the account ends. */
  readonly mayEndAccess: boolean
}

type EmailLinkRefusal = Refusal<
  | 'verification_token_is_invalid'
  | 'verification_token_is_expired'
  | 'verification_user_not_found'
  | 'verification_is_unauthorized'
  | 'verification_needs_the_password'
>

type EmailLinkPlan =
  | { readonly does: 'verify'; readonly endsAccess: boolean }
  | { readonly does: 'switch'; readonly newEmail: string }
  | { readonly does: 'nothing' }

/**
 * What opening a link does. A link is valid for one user and the address it was mailed to. It proves
 * who reads the mailbox. That is the one who created the account only if they also have its session
 * or its password; otherwise the account becomes the reader's alone.
 */
export function decideEmailLink(
  { link, user, visitorId, isCreator, mayEndAccess }: EmailLinkFacts,
  now: Date,
): EmailLinkPlan | EmailLinkRefusal {
  if (link === null) return refuse('verification_token_is_invalid')
  const { newEmail } = link
  const isOver = link.spentAt !== null || link.expiresAt <= now
  // Mail programs open links before the reader does; the second visit must still succeed.
  if (isOver && user !== null && isDone(link, user)) return { does: 'nothing' }
  if (link.spentAt !== null) return refuse('verification_token_is_invalid')
  if (link.expiresAt <= now) return refuse('verification_token_is_expired')
  if (user === null || user.email !== link.email) return refuse('verification_user_not_found')
  if (newEmail === null) {
    const endsAccess = !user.emailVerified && !isCreator && visitorId !== link.userId
    if (endsAccess && !mayEndAccess) return refuse('verification_needs_the_password')
    return { does: 'verify', endsAccess }
  }
  if (visitorId !== link.userId) return refuse('verification_is_unauthorized')
  return { does: 'switch', newEmail }
}

const isDone = (
  { email, newEmail }: { readonly email: string; readonly newEmail: string | null },
  user: { readonly email: string; readonly emailVerified: boolean },
): boolean =>
  newEmail === null ? user.email === email && user.emailVerified : user.email === newEmail
