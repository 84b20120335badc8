import type { ActivityDetails } from '@guildhall/contract/identity/activity'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { Problem } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import { isBanned } from '../rules/bans.ts'
import { credentialOf, setPassword } from '../store/accounts.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import type { Credential } from '../store/credentials.ts'
import type { IdentityParts } from './parts.ts'
import { type StartedSession, startSession } from './start-session.ts'

export interface PasswordSignIn {
  /** Null where nobody has the name that was given; the answer and its time are the same. */
  readonly credential: Credential | null
  readonly password: string
  readonly remembered: boolean
  readonly from: Origin
  readonly method: 'password' | 'username'
  readonly refusals: {
    readonly invalid: RefusalCode
    readonly notVerified: RefusalCode
  }
  /** Mails the way to prove the address to whoever knows the password but hasn't proved it yet. */
  readonly remind: (work: Work) => Promise<void>
}

/** Signs in who shows the right password. Every failure is on record before it is told. */
export async function signInByPassword(
  parts: IdentityParts,
  attempt: PasswordSignIn,
): Promise<StartedSession> {
  const { credential, password, refusals } = attempt
  const verdict = await parts.hashing.verify(credential?.passwordHash ?? null, password)
  if (credential === null || !verdict.ok) return fail(parts, attempt, refusals.invalid)
  if (parts.config.accounts.verifyEmailRequired && !credential.emailVerified) {
    await work(parts.workshop, {}, attempt.remind)
    return fail(parts, attempt, refusals.notVerified)
  }
  if (isBanned(credential, parts.clock.now())) return fail(parts, attempt, 'banned_user')
  const newHash = verdict.outdated ? await parts.hashing.hash(password) : null
  return work(parts.workshop, {}, (unit) => enter(unit, parts, attempt, { credential, newHash }))
}

/** Only while the password that was shown is still the user's. */
async function enter(
  unit: Work,
  parts: IdentityParts,
  { password, remembered, from, method, refusals }: PasswordSignIn,
  { credential, newHash }: { credential: Credential; newHash: string | null },
): Promise<StartedSession> {
  const { userId, banned, passwordHash } = credential
  const started = await startSession(unit, parts, {
    user: { id: userId, banned },
    remembered,
    from,
    audit: { action: 'sign-in', details: { method } },
    ifGone: refusals.invalid,
  })
  const current = await credentialOf(unit.tx, userId)
  const hash = current?.passwordHash ?? null
  if (current === undefined || hash === null) throw new Problem(refusals.invalid)
  if (hash !== passwordHash) {
    // Of several at once, another may just have brought the same password into the current form.
    const isSame = newHash !== null && (await parts.hashing.verify(hash, password)).ok
    if (!isSame) throw new Problem(refusals.invalid)
  } else if (newHash !== null) {
    await setPassword(unit.tx, { id: current.id, userId, hash: newHash }, unit.now)
  }
  return started
}

async function fail(
  parts: IdentityParts,
  { credential, from, method }: PasswordSignIn,
  reason: RefusalCode,
): Promise<never> {
  const details: ActivityDetails = { method, reason }
  await work(parts.workshop, {}, ({ tx }) =>
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
