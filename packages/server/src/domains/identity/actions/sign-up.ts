import type { UserLite } from '@guildhall/contract/identity/shapes'
import type * as z from 'zod/mini'
import { accept, isRefused } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import { knownAddressMessage } from '../messages/known-address.ts'
import type { Username } from '../rules/username.ts'
import { setPassword } from '../store/accounts.ts'
import type { Origin } from '../store/audit.ts'
import { findUserByEmail, type UserRow } from '../store/users.ts'
import { createUser } from './create-user.ts'
import type { IdentityParts } from './parts.ts'
import { presentUserLite } from './present.ts'
import { sendVerificationMail } from './send-verification-mail.ts'
import { type StartedSession, startSession } from './start-session.ts'
import { siteOf, tellUser } from './tell-user.ts'

export interface SignUp {
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
  /** Null where the address has to be proved first. */
  readonly started: StartedSession | null
}

/** Makes an account with a password, and signs its owner in unless their address must be proved. */
export const signUp = (parts: IdentityParts, wish: SignUp): Promise<SignedUp> =>
  work(parts.workshop, {}, async (unit) => {
    const { verifyEmailRequired } = parts.config.accounts
    const audit = { action: 'sign-up', details: { method: 'password' } } as const
    const user = await createUser(unit, parts, { ...wish, emailVerified: false, audit })
    if (verifyEmailRequired && isRefused(user) && user.refused === 'user_already_exists') {
      return tellOwner(unit, parts, wish)
    }
    return welcome(unit, parts, accept(user), wish)
  })

async function welcome(
  unit: Work,
  parts: IdentityParts,
  user: UserRow,
  { passwordHash, remembered, callbackURL, from }: SignUp,
): Promise<SignedUp> {
  const password = { id: unit.newId('account'), userId: user.id, hash: passwordHash }
  await setPassword(unit.tx, password, unit.now)
  if (parts.config.accounts.verifyEmailRequired) {
    await sendVerificationMail(unit, parts, user, callbackURL)
    return { user: presentUserLite(user), started: null }
  }
  const audit = { action: 'sign-in', details: { method: 'password' } } as const
  const started = await startSession(unit, parts, { user, remembered, from, audit })
  return { user: presentUserLite(user), started }
}

/** Whoever asks is answered as if the account were new; only the address's owner learns better. */
async function tellOwner(
  unit: Work,
  parts: IdentityParts,
  { email, name, image, from }: SignUp,
): Promise<SignedUp> {
  const owner = await findUserByEmail(unit.tx, email)
  if (owner !== undefined) {
    const signInUrl = new URL('/sign-in', parts.config.server.url).href
    const circumstances = { at: unit.now, address: from.address }
    const told = { site: siteOf(parts), signInUrl, circumstances }
    await tellUser(unit, parts, owner, knownAddressMessage(told))
  }
  const id = unit.newId('user')
  const times = { createdAt: unit.now, updatedAt: unit.now }
  return { user: { id, email, name, image, emailVerified: false, ...times }, started: null }
}
