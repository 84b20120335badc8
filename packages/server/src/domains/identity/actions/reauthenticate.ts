import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type AccountRow, credentialOf } from '../store/accounts.ts'
import type { Origin } from '../store/audit.ts'
import { lockUserShared } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'
import type { SignedIn } from './signed-in.ts'
import { restartSession, type StartedSession } from './start-session.ts'

interface Reauthentication {
  readonly signedIn: SignedIn
  /** What was shown to be the current password, by its row. */
  readonly credential: AccountRow
  readonly from: Origin
}

/** Makes the session at hand a fresh one, while the password that was shown is still the user's. */
export async function reauthenticate(
  unit: Work,
  parts: IdentityParts,
  { signedIn, credential, from }: Reauthentication,
): Promise<StartedSession> {
  const user = await lockUserShared(unit.tx, signedIn.user.id)
  if (user === undefined) throw new Problem('unauthorized')
  const current = await credentialOf(unit.tx, user.id)
  if (current?.passwordHash !== credential.passwordHash) throw new Problem('invalid_password')
  const session = await restartSession(unit, parts, { signedIn: { ...signedIn, user }, from })
  if (session === undefined) throw new Problem('unauthorized')
  return session
}
