import type { ActivityDetails } from '@guildhall/contract/identity/activity'
import { accept, isRefused, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import type { Profile } from '../rules/providers/profile.ts'
import { decideSocialSignIn, type SignInPlan } from '../rules/social-sign-in.ts'
import { findAccount } from '../store/accounts.ts'
import type { Origin } from '../store/audit.ts'
import { findUser, findUserByEmail, lockUser, type UserRow } from '../store/users.ts'
import { createUser } from './create-user.ts'
import { type Identity, keepAccount, tellOfLink } from './keep-account.ts'
import type { IdentityParts } from './parts.ts'
import { proveEmail } from './prove-email.ts'
import { sendVerificationMail } from './send-verification-mail.ts'
import { type StartedSession, startSession } from './start-session.ts'

export interface Arrival extends Identity {
  readonly isTrusted: boolean
  readonly maySignUp: boolean
  /** Where the mail leads that an unproved address gets, where one has to be proved. */
  readonly callbackURL: string | null
  readonly from: Origin
}

export interface Entrance {
  readonly user: UserRow
  readonly isNew: boolean
  /** Null where the address has to be proved first: the user exists, and got the mail. */
  readonly started: StartedSession | null
}

/** Signs in whoever a provider says has come: as a user, by linking, or as a new user. */
export async function enterByProvider(
  work: Work,
  parts: IdentityParts,
  arrival: Arrival,
): Promise<Entrance> {
  const { user, isNew } = await admit(work, parts, arrival)
  if (parts.config.accounts.verifyEmailRequired && !user.emailVerified) {
    await sendVerificationMail(work, parts, user, arrival.callbackURL)
    return { user, isNew, started: null }
  }
  const { from } = arrival
  const started = await startSession(work, parts, {
    user,
    remembered: true,
    from,
    audit: { action: 'sign-in', details: detailsOf(arrival) },
  })
  return { user: started.user, isNew, started }
}

const detailsOf = ({ providerId }: Arrival): ActivityDetails => ({ method: 'social', providerId })

interface Admitted {
  readonly user: UserRow
  readonly isNew: boolean
}

/** Of several who sign up with one address at once the others find the first one's user. */
const triesMax = 2

async function admit(
  work: Work,
  parts: IdentityParts,
  arrival: Arrival,
  tries = 1,
): Promise<Admitted> {
  const facts = await gatherFacts(work, arrival)
  const plan = accept(decideSocialSignIn({ ...facts, ...arrival }))
  if (plan.does !== 'signUp') {
    return { user: await meet(work, parts, arrival, plan), isNew: false }
  }
  const created = await signUp(work, parts, arrival, plan)
  if (created !== null) return { user: created, isNew: true }
  if (tries === triesMax) throw new Problem('account_not_linked')
  return admit(work, parts, arrival, tries + 1)
}

async function gatherFacts({ tx }: Work, { providerId, profile }: Arrival) {
  const account = await findAccount(tx, providerId, profile.subject)
  const linkedTo = account === undefined ? null : ((await findUser(tx, account.userId)) ?? null)
  const { email } = profile
  const sameEmail = email === null ? null : ((await findUserByEmail(tx, email)) ?? null)
  return { linkedTo, sameEmail }
}

async function meet(
  work: Work,
  parts: IdentityParts,
  arrival: Arrival,
  plan: Exclude<SignInPlan, { does: 'signUp' }>,
): Promise<UserRow> {
  const user = await lockUser(work.tx, plan.userId)
  // Between looking and locking the user may have gone, or got another address.
  if (user === undefined) throw new Problem('account_not_linked')
  if (plan.does === 'link') {
    if (user.email !== arrival.profile.email || !user.emailVerified) {
      throw new Problem('account_not_linked')
    }
    await keepAccount(work, parts, user, arrival)
    await tellOfLink(work, parts, user, arrival)
    return user
  }
  await keepAccount(work, parts, user, arrival)
  const stillSame = plan.provesEmail && user.email === arrival.profile.email
  return stillSame ? proveEmail(work, parts, user, arrival.from) : user
}

/** Null where somebody has just taken the address. */
async function signUp(
  work: Work,
  parts: IdentityParts,
  arrival: Arrival,
  { email, emailVerified }: Extract<SignInPlan, { does: 'signUp' }>,
): Promise<UserRow | null> {
  const user = await createUser(work, parts, {
    email,
    emailVerified,
    name: nameOf(arrival.profile, email),
    image: arrival.profile.image,
    username: null,
    from: arrival.from,
    audit: { action: 'sign-up', details: detailsOf(arrival) },
  })
  if (isRefused(user)) return null
  await keepAccount(work, parts, user, arrival)
  return user
}

const nameOf = ({ name }: Profile, email: string): string => name ?? email.split('@')[0] ?? email
