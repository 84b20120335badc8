import { accept, Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import type { Work } from '../../../platform/work.ts'
import { decideUsername, type UsernamePolicy } from '../rules/username.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { lockUser, type UserRow, updateUser } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'
import type { SignedIn } from './signed-in.ts'
import { userEvent } from './user-events.ts'

/** What isn't given stays as it is. */
export interface ProfileWish {
  readonly name?: string | undefined
  readonly image?: string | null | undefined
  /** Null gives the username up. */
  readonly username?: string | null | undefined
  readonly displayUsername?: string | undefined
  /** An operator's word. */
  readonly emailVerified?: boolean | undefined
}

interface ProfileChange {
  readonly signedIn: SignedIn
  readonly changes: ProfileWish
  readonly from: Origin
}

/** The user as they are now; null where nothing was to be changed. */
export async function changeProfile(
  unit: Work,
  { config }: Pick<IdentityParts, 'config'>,
  { signedIn, changes: wish, from }: ProfileChange,
): Promise<UserRow | null> {
  const before = await lockUser(unit.tx, signedIn.user.id)
  if (before === undefined) throw new Problem('unauthorized')
  const saved = await saveProfile(unit, config, before, wish)
  if (saved === null) return null
  const { user } = saved
  const isRenamed = user.username !== before.username
  const fields = saved.fields.filter((field) => !(isRenamed && nameFields.has(field)))
  const who = { userId: user.id, from }
  if (isRenamed) await recordAudit(unit.tx, { ...who, action: 'username.change' })
  if (fields.length > 0) {
    await recordAudit(unit.tx, { ...who, action: 'profile.update', details: { fields } })
  }
  return user
}

/** Somebody signs in with these, so that their change is a record of its own. */
const nameFields: ReadonlySet<string> = new Set(['username', 'displayUsername'])

interface SavedProfile {
  readonly user: UserRow
  /** What was changed. */
  readonly fields: string[]
}

/** Of a user whose row is locked; null where nothing was to be changed. */
export async function saveProfile(
  unit: Work,
  { usernames }: IdentityParts['config'],
  before: UserRow,
  wish: ProfileWish,
): Promise<SavedProfile | null> {
  const { name, image, emailVerified } = wish
  const changes = {
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    ...(emailVerified !== undefined && { emailVerified }),
    ...namesOf(usernames, before, wish),
  }
  const fields = Object.keys(changes)
  if (fields.length === 0) return null
  const user = await save(unit, before, changes)
  unit.record(userEvent('user.updated', user))
  return { user, fields }
}

type Names = Pick<UserRow, 'username' | 'displayUsername'>

function namesOf(
  policy: UsernamePolicy,
  { username: current }: UserRow,
  { username, displayUsername }: ProfileWish,
): Names | null {
  if (username === null) return { username: null, displayUsername: null }
  // Without a username there is nothing to show in another way.
  const typed = username ?? (displayUsername === undefined ? null : current)
  return typed === null ? null : accept(decideUsername(policy, typed, displayUsername))
}

async function save(
  { tx, now }: Work,
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
