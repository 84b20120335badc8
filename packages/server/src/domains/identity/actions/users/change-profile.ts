import { accept, Problem } from '../../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../../platform/database/failures.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { decideUsername, type UsernamePolicy } from '../../rules/credentials/username.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { lockUser, type UserRow, updateUser } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { userEvent } from './user-events.ts'

/** Undefined fields stay as they are. */
export interface ProfileInput {
  readonly name?: string | undefined
  readonly image?: string | null | undefined
  /** Null removes the username. */
  readonly username?: string | null | undefined
  readonly displayUsername?: string | undefined
  /** Only operators may set it. */
  readonly emailVerified?: boolean | undefined
}

interface ProfileChange {
  readonly signedIn: SignedIn
  readonly input: ProfileInput
  readonly from: Origin
}

/** Returns the changed user; null if the input changes nothing. */
export async function changeProfile(
  uow: UnitOfWork,
  { config }: Pick<IdentityDeps, 'config'>,
  { signedIn, input, from }: ProfileChange,
): Promise<UserRow | null> {
  const before = await lockUser(uow.tx, signedIn.user.id)
  if (before === undefined) throw new Problem('unauthorized')
  const saved = await saveProfile(uow, config, before, input)
  if (saved === null) return null
  const { user } = saved
  const isRenamed = user.username !== before.username
  const fields = saved.fields.filter((field) => !(isRenamed && usernameFields.has(field)))
  const entry = { userId: user.id, from }
  if (isRenamed) await recordAudit(uow.tx, { ...entry, action: 'username.change' })
  if (fields.length > 0) {
    await recordAudit(uow.tx, { ...entry, action: 'profile.update', details: { fields } })
  }
  return user
}

/** Users sign in with their username, so a change of it has an audit entry of its own. */
const usernameFields: ReadonlySet<string> = new Set(['username', 'displayUsername'])

interface SavedProfile {
  readonly user: UserRow
  /** The names of the changed fields. */
  readonly fields: string[]
}

/** The user's row must be locked. Null if the input changes nothing. */
export async function saveProfile(
  uow: UnitOfWork,
  { usernames }: IdentityDeps['config'],
  before: UserRow,
  input: ProfileInput,
): Promise<SavedProfile | null> {
  const { name, image, emailVerified } = input
  const changes = {
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    ...(emailVerified !== undefined && { emailVerified }),
    ...usernameChanges(usernames, before, input),
  }
  const fields = Object.keys(changes)
  if (fields.length === 0) return null
  const user = await save(uow, before, changes)
  uow.record(userEvent('user.updated', user))
  return { user, fields }
}

type UsernameChanges = Pick<UserRow, 'username' | 'displayUsername'>

function usernameChanges(
  policy: UsernamePolicy,
  { username: current }: UserRow,
  { username, displayUsername }: ProfileInput,
): UsernameChanges | null {
  if (username === null) return { username: null, displayUsername: null }
  // A display username alone respells the current username, if there is one.
  const typed = username ?? (displayUsername === undefined ? null : current)
  return typed === null ? null : accept(decideUsername(policy, typed, displayUsername))
}

async function save(
  { tx, now }: UnitOfWork,
  { id }: UserRow,
  changes: Parameters<typeof updateUser>[2],
): Promise<UserRow> {
  try {
    return await updateUser(tx, id, changes, now)
  } catch (error) {
    if (violatedConstraint(error) === 'users_username_key') throw new Problem('username_is_taken')
    throw error
  }
}
