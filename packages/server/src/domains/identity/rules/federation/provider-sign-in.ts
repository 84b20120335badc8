import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'
import type { Profile } from './providers/profile.ts'

interface KnownUser {
  readonly id: Id<'user'>
  readonly email: string
  readonly emailVerified: boolean
}

interface SignInFacts {
  readonly profile: Profile
  /** The user this provider account is linked to. */
  readonly linkedTo: KnownUser | null
  /** The user with the address that the provider reports. */
  readonly sameEmail: KnownUser | null
  readonly isTrusted: boolean
  readonly maySignUp: boolean
}

export type SignInPlan =
  | {
      readonly does: 'signIn'
      readonly userId: Id<'user'>
      /** The provider vouches for the user's so far unverified address. */
      readonly verifiesEmail: boolean
    }
  | { readonly does: 'link'; readonly userId: Id<'user'> }
  | { readonly does: 'signUp'; readonly email: string; readonly emailVerified: boolean }

/**
 * Which user a provider account signs in. An email address links only if both sides verified it:
 * otherwise somebody who signed up here with a stranger's address would share the stranger's later
 * provider account, and anyone could enter a victim's address at the provider to take theirs over.
 */
export function decideProviderSignIn(facts: SignInFacts): SignInPlan | Refusal<SignInRefusal> {
  const { profile, linkedTo, sameEmail, isTrusted } = facts
  const { email, emailVerified } = profile
  if (linkedTo !== null) {
    const verifiesEmail = emailVerified && !linkedTo.emailVerified && linkedTo.email === email
    return { does: 'signIn', userId: linkedTo.id, verifiesEmail }
  }
  if (email === null) return refuse('user_email_not_found')
  if (sameEmail !== null) {
    const isVerified = sameEmail.emailVerified && (emailVerified || isTrusted)
    return isVerified ? { does: 'link', userId: sameEmail.id } : refuse('account_not_linked')
  }
  if (!facts.maySignUp) return refuse('signup_disabled')
  return { does: 'signUp', email, emailVerified }
}

type SignInRefusal = 'user_email_not_found' | 'account_not_linked' | 'signup_disabled'

/** The error code in the redirect of a failed provider sign-in. */
export const redirectCode = (refusal: string): string => redirectCodes[refusal] ?? refusal

const redirectCodes: Readonly<Record<string, string>> = {
  user_email_not_found: 'email_not_found',
  linking_not_allowed: 'unable_to_link_account',
  different_emails_not_allowed: 'unable_to_link_account',
  banned_user: 'banned',
}
