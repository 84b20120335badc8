import { isRefused, type Refusal, refuse } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { Username } from '../../rules/credentials/username.ts'
import { type AuditEntry, type Origin, recordAudit } from '../../store/audit.ts'
import { savePassword } from '../../store/credentials/credentials.ts'
import {
  claimFirstOperator,
  findUserByUsername,
  insertUser,
  type UserRow,
  updateUser,
} from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { userEvent } from './user-events.ts'

interface UserCreation {
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly image: string | null
  readonly username: Username | null
  readonly from: Origin
  /** How the user came about, for the audit log. */
  readonly audit: Pick<AuditEntry, 'action' | 'actorId' | 'details'>
  /** Set by an operator; otherwise it follows from the server's settings. */
  readonly role?: string
  /** Created on the server's own behalf, not by a visitor. */
  readonly isTrusted?: boolean
}

type Deps = Pick<IdentityDeps, 'config'>

type Taken = Refusal<'user_already_exists' | 'username_is_taken'>

/** Of several parallel creations with one address or username, one succeeds. */
export async function createUser(
  uow: UnitOfWork,
  deps: Deps,
  creation: UserCreation,
): Promise<UserRow | Taken> {
  const { email, emailVerified, name, image, username } = creation
  const id = uow.newId('user')
  const inserted = await insertUser(uow.tx, {
    id,
    email,
    emailVerified,
    name,
    image,
    username: username?.username ?? null,
    displayUsername: username?.displayUsername ?? null,
    role: creation.role ?? 'user',
    createdAt: uow.now,
    updatedAt: uow.now,
  })
  if (inserted === undefined) {
    const isTaken = await isUsernameTaken(uow, username)
    return refuse(isTaken ? 'username_is_taken' : 'user_already_exists')
  }
  await recordAudit(uow.tx, { ...creation.audit, userId: id, from: creation.from })
  const user =
    creation.role === undefined ? await appointNewUser(uow, deps, inserted, creation) : inserted
  uow.record(userEvent('user.created', user))
  return user
}

/** Checked before the address, so that this refusal doesn't depend on whether it is known. */
const isUsernameTaken = async ({ tx }: UnitOfWork, username: Username | null): Promise<boolean> =>
  username !== null && (await findUserByUsername(tx, username.username)) !== undefined

/**
 * Makes a new user an operator if they have verified a configured address. Without configured
 * addresses the first user becomes one only if the server's operator created them or allows it.
 */
async function appointNewUser(
  uow: UnitOfWork,
  { config }: Deps,
  user: UserRow,
  { from, isTrusted = false }: Pick<UserCreation, 'from' | 'isTrusted'>,
): Promise<UserRow> {
  const { adminEmails, firstOperator } = config.server
  const mayBeFirst = firstOperator === 'first-user' || isTrusted
  const isAppointed =
    adminEmails === null
      ? mayBeFirst && (await claimFirstOperator(uow.tx, user.id))
      : user.emailVerified && adminEmails.includes(user.email)
  if (!isAppointed) return user
  await recordAudit(uow.tx, { userId: user.id, action: 'operator.appoint', from })
  return updateUser(uow.tx, user.id, { role: 'admin' }, uow.now)
}

interface VerifiedUser {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
}

/**
 * Creates a user with a password on behalf of the operator of the server: no mail is sent and the
 * address counts as verified. Null if the address is taken.
 */
export async function createVerifiedUser(
  uow: UnitOfWork,
  deps: Deps,
  { email, name, passwordHash: hash }: VerifiedUser,
): Promise<UserRow | null> {
  const user = await createUser(uow, deps, {
    email,
    name,
    emailVerified: true,
    image: null,
    username: null,
    isTrusted: true,
    from: { address: '', userAgent: '' },
    audit: { action: 'sign-up', details: { method: 'password' } },
  })
  if (isRefused(user)) return null
  await savePassword(uow.tx, { id: uow.newId('account'), userId: user.id, hash }, uow.now)
  return user
}
