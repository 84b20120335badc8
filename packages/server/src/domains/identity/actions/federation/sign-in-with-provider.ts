import type { ActivityDetails } from '@guildhall/contract/identity/activity'
import { accept, isRefused, Problem } from '../../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { decideProviderSignIn, type SignInPlan } from '../../rules/federation/provider-sign-in.ts'
import type { Profile } from '../../rules/federation/providers/profile.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { findAccount } from '../../store/federation/accounts.ts'
import { findUser, findUserByEmail, lockUser, type UserRow } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { type SignInOutcome, startSession } from '../sessions/start-session.ts'
import { createUser } from '../users/create-user.ts'
import { markEmailVerified, sendVerificationMail } from '../users/verify-email.ts'
import { type Identity, reportLinkedAccount, saveAccount } from './link-account.ts'

interface ProviderSignIn extends Identity {
  readonly isTrusted: boolean
  readonly maySignUp: boolean
  /** Where the verification mail leads, if the address must be verified first. */
  readonly callbackURL: string | null
  readonly from: Origin
}

interface ProviderSignInResult {
  readonly user: UserRow
  readonly isNew: boolean
  /** Null if the address must be verified first: the user exists and received the mail. */
  readonly outcome: SignInOutcome | null
}

/** Signs in, links or signs up a person at a provider. Refusals are recorded before they throw. */
export async function signInWithProvider(
  deps: IdentityDeps,
  attempt: ProviderSignIn,
): Promise<ProviderSignInResult> {
  try {
    return await runUnitOfWork(deps.uowFactory, {}, (uow) => signIn(uow, deps, attempt))
  } catch (problem) {
    if (problem instanceof Problem) {
      const reason = problem.code
      await runUnitOfWork(deps.uowFactory, {}, (uow) => recordFailure(uow, attempt, reason))
    }
    throw problem
  }
}

async function signIn(
  uow: UnitOfWork,
  deps: IdentityDeps,
  attempt: ProviderSignIn,
): Promise<ProviderSignInResult> {
  const { user, isNew } = await resolveUser(uow, deps, attempt)
  if (deps.config.accounts.verifyEmailRequired && !user.emailVerified) {
    await sendVerificationMail(uow, deps, user, attempt.callbackURL)
    return { user, isNew, outcome: null }
  }
  const { from } = attempt
  const outcome = await startSession(uow, deps, {
    user,
    remembered: true,
    from,
    audit: { action: 'sign-in', details: detailsOf(attempt) },
  })
  return { user: outcome.started.user, isNew, outcome }
}

const detailsOf = ({ providerId }: ProviderSignIn): ActivityDetails => ({
  method: 'social',
  providerId,
})

interface ResolvedUser {
  readonly user: UserRow
  readonly isNew: boolean
}

/** If a parallel sign-up takes the address first, the second attempt finds its user. */
const attemptsMax = 2

async function resolveUser(
  uow: UnitOfWork,
  deps: IdentityDeps,
  attempt: ProviderSignIn,
  attempts = 1,
): Promise<ResolvedUser> {
  const facts = await gatherFacts(uow, attempt)
  const plan = accept(decideProviderSignIn({ ...facts, ...attempt }))
  if (plan.does !== 'signUp') {
    return { user: await updateExistingUser(uow, deps, attempt, plan), isNew: false }
  }
  const created = await signUp(uow, deps, attempt, plan)
  if (created !== null) return { user: created, isNew: true }
  if (attempts === attemptsMax) throw new Problem('account_not_linked')
  return resolveUser(uow, deps, attempt, attempts + 1)
}

async function gatherFacts({ tx }: UnitOfWork, { providerId, profile }: ProviderSignIn) {
  const account = await findAccount(tx, providerId, profile.subject)
  const linkedTo = account === undefined ? null : ((await findUser(tx, account.userId)) ?? null)
  const { email } = profile
  const sameEmail = email === null ? null : ((await findUserByEmail(tx, email)) ?? null)
  return { linkedTo, sameEmail }
}

async function updateExistingUser(
  uow: UnitOfWork,
  deps: IdentityDeps,
  attempt: ProviderSignIn,
  plan: Exclude<SignInPlan, { does: 'signUp' }>,
): Promise<UserRow> {
  const user = await lockUser(uow.tx, plan.userId)
  // Before the lock the user may have been deleted, or changed their address.
  if (user === undefined) throw new Problem('account_not_linked')
  const hasSameEmail = user.email === attempt.profile.email
  if (plan.does === 'link') {
    if (!hasSameEmail || !user.emailVerified) throw new Problem('account_not_linked')
    await saveAccount(uow, deps, user, attempt)
    await reportLinkedAccount(uow, deps, user, attempt)
    return user
  }
  await saveAccount(uow, deps, user, attempt)
  const isVerified = plan.verifiesEmail && hasSameEmail
  return isVerified ? markEmailVerified(uow, deps, user, attempt.from) : user
}

/** Null if somebody has just taken the address. */
async function signUp(
  uow: UnitOfWork,
  deps: IdentityDeps,
  attempt: ProviderSignIn,
  { email, emailVerified }: Extract<SignInPlan, { does: 'signUp' }>,
): Promise<UserRow | null> {
  const user = await createUser(uow, deps, {
    email,
    emailVerified,
    name: nameOf(attempt.profile, email),
    image: attempt.profile.image,
    username: null,
    from: attempt.from,
    audit: { action: 'sign-up', details: detailsOf(attempt) },
  })
  if (isRefused(user)) return null
  await saveAccount(uow, deps, user, attempt)
  return user
}

const nameOf = ({ name }: Profile, email: string): string => name ?? email.split('@')[0] ?? email

/** Recorded for the owner of the account, or else of the reported address. */
async function recordFailure(
  { tx }: UnitOfWork,
  { providerId, profile, from }: ProviderSignIn,
  reason: string,
): Promise<void> {
  const { subject, email } = profile
  const account = await findAccount(tx, providerId, subject)
  const owner = email === null ? undefined : await findUserByEmail(tx, email)
  await recordAudit(tx, {
    userId: account?.userId ?? owner?.id ?? null,
    action: 'sign-in',
    succeeded: false,
    from,
    details: { method: 'social', providerId, reason },
  })
}
