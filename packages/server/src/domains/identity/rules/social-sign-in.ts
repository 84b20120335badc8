import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Profile } from './providers/profile.ts'

interface KnownUser {
  readonly id: Id<'user'>
  readonly email: string
  readonly emailVerified: boolean
}

export interface SignInFacts {
  readonly profile: Profile
  /** Whose account at the provider this is already. */
  readonly linkedTo: KnownUser | null
  /** Who has the address that the provider tells. */
  readonly sameEmail: KnownUser | null
  readonly isTrusted: boolean
  readonly maySignUp: boolean
}

export type SignInPlan =
  | {
      readonly does: 'signIn'
      readonly userId: Id<'user'>
      /** The provider proves the address that the user only claimed so far. */
      readonly provesEmail: boolean
    }
  | { readonly does: 'link'; readonly userId: Id<'user'> }
  | { readonly does: 'signUp'; readonly email: string; readonly emailVerified: boolean }

/**
 * Whom an account at a provider signs in. An address alone opens nothing: it links only where both
 * sides proved it. Who signed up with an address that isn't theirs would else get its owner's
 * account, and whoever writes any address into a profile there would get anybody's.
 */
export function decideSocialSignIn(facts: SignInFacts): SignInPlan | Refusal<SignInRefusal> {
  const { profile, linkedTo, sameEmail, isTrusted } = facts
  const { email, emailVerified } = profile
  if (linkedTo !== null) {
    const provesEmail = emailVerified && !linkedTo.emailVerified && linkedTo.email === email
    return { does: 'signIn', userId: linkedTo.id, provesEmail }
  }
  if (email === null) return refuse('user_email_not_found')
  if (sameEmail !== null) {
    const isProved = sameEmail.emailVerified && (emailVerified || isTrusted)
    return isProved ? { does: 'link', userId: sameEmail.id } : refuse('account_not_linked')
  }
  if (!facts.maySignUp) return refuse('signup_disabled')
  return { does: 'signUp', email, emailVerified }
}

export type SignInRefusal = 'user_email_not_found' | 'account_not_linked' | 'signup_disabled'

export interface LinkFacts {
  readonly profile: Profile
  readonly user: KnownUser
  readonly linkedTo: Id<'user'> | null
  readonly isTrusted: boolean
  readonly mayDifferInEmail: boolean
}

/** Whether somebody who is signed in may add an account at a provider to their user. */
export function decideLink(facts: LinkFacts): LinkPlan | Refusal<LinkRefusal> {
  const { profile, user, linkedTo } = facts
  if (linkedTo === user.id) return { does: 'keep' }
  if (linkedTo !== null) return refuse('account_already_linked_to_different_user')
  if (profile.email === null && !facts.isTrusted) return refuse('user_email_not_found')
  if (!profile.emailVerified && !facts.isTrusted) return refuse('linking_not_allowed')
  const differs = profile.email !== null && profile.email !== user.email
  if (differs && !facts.mayDifferInEmail) return refuse('different_emails_not_allowed')
  return { does: 'link' }
}

export interface LinkPlan {
  readonly does: 'keep' | 'link'
}

export type LinkRefusal =
  | 'account_already_linked_to_different_user'
  | 'user_email_not_found'
  | 'linking_not_allowed'
  | 'different_emails_not_allowed'

/** The word that tells the page why a sign-in elsewhere came to nothing. */
export const redirectCode = (refusal: string): string => redirectCodes[refusal] ?? refusal

const redirectCodes: Readonly<Record<string, string>> = {
  user_email_not_found: 'email_not_found',
  linking_not_allowed: 'unable_to_link_account',
  different_emails_not_allowed: 'unable_to_link_account',
  banned_user: 'banned',
}
