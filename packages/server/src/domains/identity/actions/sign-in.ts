import type { ActivityDetails } from '@guildhall/contract/identity/activity'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { Problem } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import { isBanned } from '../rules/bans.ts'
import { credentialOf, setPassword } from '../store/accounts.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import type { Credential, CredentialSearch } from '../store/credentials.ts'
import type { IdentityParts } from './parts.ts'
import { type StartedSession, startSession } from './start-session.ts'

export interface PasswordSignIn {
  /** Where nobody has the name that was given, the answer and its time are the same. */
  readonly search: CredentialSearch
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
  const { search, password, refusals } = attempt
  const { credential, someImported } = search
  const hash = credential?.passwordHash ?? null
  const verdict = await parts.hashing.verify(hash, password, { asIfImported: someImported })
  if (credential === null || !verdict.ok) return fail(parts, attempt, refusals.invalid)
  if (parts.config.accounts.verifyEmailRequired && !credential.emailVerified) {
    await work(parts.workshop, {}, attempt.remind)
    return fail(parts, attempt, refusals.notVerified)
  }
  if (isBanned(credential, parts.clock.now())) return fail(parts, attempt, 'banned_user')
  const newHash = verdict.outdated ? await parts.hashing.hash(password) : null
  const shown = { credential, newHash }
  return newHash === null
    ? enterBy(parts, attempt, shown)
    : enterByWhatIsCurrent(parts, attempt, shown)
}

/** What a password was compared with, and what is to take its place where that is outdated. */
interface Shown {
  readonly credential: Credential
  readonly newHash: string | null
}

/**
 * Of several at once, another may just have brought the same password into the current form. It
 * is compared with that between two transactions: a hash takes its time, and has to wait in line.
 */
async function enterByWhatIsCurrent(
  parts: IdentityParts,
  attempt: PasswordSignIn,
  first: Shown,
): Promise<StartedSession> {
  const { workshop, hashing } = parts
  for (let shown = first; ; ) {
    try {
      return await enterBy(parts, attempt, shown)
    } catch (error) {
      const { userId, passwordHash } = shown.credential
      const current = await credentialOf(workshop.database.kysely, userId)
      const hash = current?.passwordHash ?? null
      if (hash === null || hash === passwordHash) throw error
      if (!(await hashing.verify(hash, attempt.password)).ok) throw error
      shown = { credential: { ...shown.credential, passwordHash: hash }, newHash: null }
    }
  }
}

const enterBy = (
  parts: IdentityParts,
  attempt: PasswordSignIn,
  shown: Shown,
): Promise<StartedSession> => work(parts.workshop, {}, (unit) => enter(unit, parts, attempt, shown))

/** Only while the password that was shown is still the user's. */
async function enter(
  unit: Work,
  parts: IdentityParts,
  { remembered, from, method, refusals }: PasswordSignIn,
  { credential, newHash }: Shown,
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
  if (current === undefined || hash !== passwordHash) throw new Problem(refusals.invalid)
  if (newHash !== null) {
    await setPassword(unit.tx, { id: current.id, userId, hash: newHash }, unit.now)
  }
  return started
}

async function fail(
  parts: IdentityParts,
  { search: { credential }, from, method }: PasswordSignIn,
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
