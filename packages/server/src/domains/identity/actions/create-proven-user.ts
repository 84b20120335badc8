import { isRefused } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { setPassword } from '../store/accounts.ts'
import type { UserRow } from '../store/users.ts'
import { createUser } from './create-user.ts'
import type { IdentityParts } from './parts.ts'

interface ProvenUser {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
}

/**
 * A user with a password, set up by whoever runs the server: their address needs no proof, and no
 * mail goes there. Null where the address is somebody's already.
 */
export async function createProvenUser(
  work: Work,
  parts: Pick<IdentityParts, 'config'>,
  { email, name, passwordHash: hash }: ProvenUser,
): Promise<UserRow | null> {
  const user = await createUser(work, parts, {
    email,
    name,
    emailVerified: true,
    image: null,
    username: null,
    from: { address: '', userAgent: '' },
    audit: { action: 'sign-up', details: { method: 'password' } },
  })
  if (isRefused(user)) return null
  await setPassword(work.tx, { id: work.newId('account'), userId: user.id, hash }, work.now)
  return user
}
