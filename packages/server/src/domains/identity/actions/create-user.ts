import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import type { Username } from '../rules/username.ts'
import { type AuditEntry, type Origin, recordAudit } from '../store/audit.ts'
import { findUserByUsername, insertUser, type UserRow } from '../store/users.ts'
import { appointNewUser } from './appoint-operator.ts'
import type { IdentityParts } from './parts.ts'
import { userEvent } from './user-events.ts'

export interface UserCreation {
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly image: string | null
  readonly username: Username | null
  readonly from: Origin
  /** How it came about, for the record of the user's account. */
  readonly audit: Pick<AuditEntry, 'action' | 'actorId' | 'details'>
  /** What an operator gives; else it follows from the server's settings. */
  readonly role?: string
}

type Taken = Refusal<'user_already_exists' | 'username_is_taken'>

/**
 * A new user, whatever way they came. Of several at once with one address or one name, one gets
 * it, and the others are told what was taken.
 */
export async function createUser(
  work: Work,
  { config }: Pick<IdentityParts, 'config'>,
  creation: UserCreation,
): Promise<UserRow | Taken> {
  const { email, emailVerified, name, image, username } = creation
  const id = work.newId('user')
  const inserted = await insertUser(work.tx, {
    id,
    email,
    emailVerified,
    name,
    image,
    username: username?.username ?? null,
    displayUsername: username?.displayUsername ?? null,
    role: creation.role ?? 'user',
    createdAt: work.now,
    updatedAt: work.now,
  })
  if (inserted === undefined) {
    return refuse((await isNameTaken(work, username)) ? 'username_is_taken' : 'user_already_exists')
  }
  await recordAudit(work.tx, { ...creation.audit, userId: id, from: creation.from })
  const user =
    creation.role === undefined
      ? await appointNewUser(work, { config }, inserted, creation.from)
      : inserted
  work.record(userEvent('user.created', user))
  return user
}

/** Asked first, so that a taken name is told whether or not the address is known. */
const isNameTaken = async ({ tx }: Work, username: Username | null): Promise<boolean> =>
  username !== null && (await findUserByUsername(tx, username.username)) !== undefined
