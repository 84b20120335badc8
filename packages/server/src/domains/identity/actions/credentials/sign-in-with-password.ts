import type { ActivityDetails } from '@guildhall/contract/identity/activity'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { Problem } from '../../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { isBanned } from '../../rules/administration/bans.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import {
  type Credential,
  type CredentialSearch,
  findPasswordAccount,
  savePassword,
} from '../../store/credentials/credentials.ts'
import { findUser } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { type SignInOutcome, startSession } from '../sessions/start-session.ts'
import { sendVerificationMail } from '../users/verify-email.ts'

interface PasswordSignIn {
  /** If nobody has the name, the answer and its time are the same as for a wrong password. */
  readonly search: CredentialSearch
  readonly password: string
  readonly remembered: boolean
  readonly from: Origin
  readonly method: 'password' | 'username'
  readonly refusals: {
    readonly invalid: RefusalCode
    readonly notVerified: RefusalCode
  }
  /** Where the verification mail leads, if the address must be verified first. */
  readonly callbackURL: string | null
}

/** Every failed attempt is recorded before it is refused. */
export async function signInWithPassword(
  deps: IdentityDeps,
  attempt: PasswordSignIn,
): Promise<SignInOutcome> {
  const { search, password, refusals } = attempt
  const { credential, someImported } = search
  const hash = credential?.passwordHash ?? null
  const verdict = await deps.hashing.verify(hash, password, { asIfImported: someImported })
  if (credential === null || !verdict.ok) return fail(deps, attempt, refusals.invalid)
  if (deps.config.accounts.verifyEmailRequired && !credential.emailVerified) {
    await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      remindToVerify(uow, deps, credential, attempt.callbackURL),
    )
    return fail(deps, attempt, refusals.notVerified)
  }
  if (isBanned(credential, deps.clock.now())) return fail(deps, attempt, 'banned_user')
  const newHash = verdict.outdated ? await deps.hashing.hash(password) : null
  const verified = { credential, newHash }
  return newHash === null
    ? signInWith(deps, attempt, verified)
    : signInWithCurrent(deps, attempt, verified)
}

/** The password is right but the address unverified, so the verification mail is sent again. */
async function remindToVerify(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { userId }: Credential,
  callbackURL: string | null,
): Promise<void> {
  const user = await findUser(uow.tx, userId)
  if (user !== undefined) await sendVerificationMail(uow, deps, user, callbackURL)
}

/** The credential a password was verified against, with the new hash if it was outdated. */
interface VerifiedCredential {
  readonly credential: Credential
  readonly newHash: string | null
}

/**
 * A parallel sign-in may have rehashed the same password meanwhile. The password is then verified
 * against the new hash between two transactions, because hashing is slow and queued.
 */
async function signInWithCurrent(
  deps: IdentityDeps,
  attempt: PasswordSignIn,
  first: VerifiedCredential,
): Promise<SignInOutcome> {
  const { uowFactory, hashing } = deps
  for (let verified = first; ; ) {
    try {
      return await signInWith(deps, attempt, verified)
    } catch (error) {
      const { userId, passwordHash } = verified.credential
      const current = await findPasswordAccount(uowFactory.database.kysely, userId)
      const hash = current?.passwordHash ?? null
      if (hash === null || hash === passwordHash) throw error
      if (!(await hashing.verify(hash, attempt.password)).ok) throw error
      verified = { credential: { ...verified.credential, passwordHash: hash }, newHash: null }
    }
  }
}

/** Signs in only while the verified password is still the user's. */
const signInWith = (
  deps: IdentityDeps,
  { remembered, from, method, refusals }: PasswordSignIn,
  { credential, newHash }: VerifiedCredential,
): Promise<SignInOutcome> =>
  runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const { userId, banned, passwordHash } = credential
    const outcome = await startSession(uow, deps, {
      user: { id: userId, banned },
      remembered,
      from,
      audit: { action: 'sign-in', details: { method } },
      ifDeleted: refusals.invalid,
    })
    const current = await findPasswordAccount(uow.tx, userId)
    const hash = current?.passwordHash ?? null
    if (current === undefined || hash !== passwordHash) throw new Problem(refusals.invalid)
    if (newHash !== null) {
      await savePassword(uow.tx, { id: current.id, userId, hash: newHash }, uow.now)
    }
    return outcome
  })

async function fail(
  deps: IdentityDeps,
  { search: { credential }, from, method }: PasswordSignIn,
  reason: RefusalCode,
): Promise<never> {
  const details: ActivityDetails = { method, reason }
  await runUnitOfWork(deps.uowFactory, {}, ({ tx }) =>
    recordAudit(tx, {
      userId: credential?.userId ?? null,
      action: 'sign-in',
      succeeded: false,
      from,
      details,
    }),
  )
  throw new Problem(reason)
}
