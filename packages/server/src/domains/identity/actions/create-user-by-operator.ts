import type { Id } from '@guildhall/contract/primitives'
import { accept, isRefused, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import type { Username } from '../rules/username.ts'
import { setPassword } from '../store/accounts.ts'
import type { Origin } from '../store/audit.ts'
import type { UserRow } from '../store/users.ts'
import { createUser } from './create-user.ts'
import { admitOperator } from './operator-act.ts'
import type { IdentityParts } from './parts.ts'

interface Creation {
  readonly operatorId: Id<'user'>
  readonly from: Origin
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly image: string | null
  readonly username: Username | null
  readonly role: string
  /** Without one the user signs in after choosing a password by mail. */
  readonly hash: string | null
}

export async function createUserByOperator(
  work: Work,
  parts: Pick<IdentityParts, 'config'>,
  { operatorId, hash, ...creation }: Creation,
): Promise<UserRow> {
  await admitOperator(work, { operatorId }, 'user:create')
  const audit = {
    action: 'admin.create-user',
    actorId: operatorId,
    details: { role: creation.role },
  } as const
  const created = await createUser(work, parts, { ...creation, audit })
  if (isRefused(created) && created.refused === 'user_already_exists') {
    throw new Problem('email_is_taken')
  }
  const user = accept(created)
  if (hash !== null) {
    await setPassword(work.tx, { id: work.newId('account'), userId: user.id, hash }, work.now)
  }
  return user
}
