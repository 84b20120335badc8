import type { UserLite } from '@guildhall/contract/identity/shapes'
import type * as z from 'zod/mini'
import { accept, isRefused } from '../../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { knownAddressMessage } from '../../messages/email-address.ts'
import { presentUserLite } from '../../present/user.ts'
import type { Username } from '../../rules/credentials/username.ts'
import type { Origin } from '../../store/audit.ts'
import { savePassword } from '../../store/credentials/credentials.ts'
import { findUserByEmail, type UserRow } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { circumstancesOf, notifyUser, siteHost } from '../notify-user.ts'
import { type SignInOutcome, startSession } from '../sessions/start-session.ts'
import { createUser } from '../users/create-user.ts'
import { sendVerificationMail } from '../users/verify-email.ts'

interface SignUp {
  readonly email: string
  readonly name: string
  readonly image: string | null
  readonly username: Username | null
  readonly passwordHash: string
  readonly remembered: boolean
  readonly callbackURL: string | null
  readonly from: Origin
}

interface SignedUp {
  readonly user: z.output<typeof UserLite>
  /** Null if the address must be verified first. */
  readonly outcome: SignInOutcome | null
}

/** Creates a user with a password and signs them in, unless their address must be verified. */
export const signUp = (deps: IdentityDeps, input: SignUp): Promise<SignedUp> =>
  runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const { verifyEmailRequired } = deps.config.accounts
    const audit = { action: 'sign-up', details: { method: 'password' } } as const
    const user = await createUser(uow, deps, { ...input, emailVerified: false, audit })
    if (verifyEmailRequired && isRefused(user) && user.refused === 'user_already_exists') {
      return pretendSignUp(uow, deps, input)
    }
    return signInNewUser(uow, deps, accept(user), input)
  })

async function signInNewUser(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  { passwordHash, remembered, callbackURL, from }: SignUp,
): Promise<SignedUp> {
  const password = { id: uow.newId('account'), userId: user.id, hash: passwordHash }
  await savePassword(uow.tx, password, uow.now)
  if (deps.config.accounts.verifyEmailRequired) {
    await sendVerificationMail(uow, deps, user, callbackURL)
    return { user: presentUserLite(user), outcome: null }
  }
  const audit = { action: 'sign-in', details: { method: 'password' } } as const
  const outcome = await startSession(uow, deps, { user, remembered, from, audit })
  return { user: presentUserLite(user), outcome }
}

/** Answers as if the account were new; only the owner of the address is notified. */
async function pretendSignUp(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { email, name, image, from }: SignUp,
): Promise<SignedUp> {
  const owner = await findUserByEmail(uow.tx, email)
  if (owner !== undefined) {
    const message = knownAddressMessage({
      site: siteHost(deps),
      signInUrl: new URL('/sign-in', deps.config.server.url).href,
      circumstances: circumstancesOf(uow.now, from),
    })
    await notifyUser(uow, deps, owner, message)
  }
  const id = uow.newId('user')
  const times = { createdAt: uow.now, updatedAt: uow.now }
  return { user: { id, email, name, image, emailVerified: false, ...times }, outcome: null }
}
