import { Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { Origin } from '../../store/audit.ts'
import { findPasswordAccount } from '../../store/credentials/credentials.ts'
import type { AccountRow } from '../../store/federation/accounts.ts'
import { lockUserShared } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { restartSession, type SignInOutcome } from '../sessions/start-session.ts'
import type { SignedIn } from '../signed-in.ts'

interface Reauthentication {
  readonly signedIn: SignedIn
  /** The account whose password was verified. */
  readonly account: AccountRow
  readonly from: Origin
}

/** Makes the current session fresh, if the verified password is still the user's. */
export async function reauthenticate(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { signedIn, account, from }: Reauthentication,
): Promise<SignInOutcome> {
  const user = await lockUserShared(uow.tx, signedIn.user.id)
  if (user === undefined) throw new Problem('unauthorized')
  const current = await findPasswordAccount(uow.tx, user.id)
  if (current?.passwordHash !== account.passwordHash) throw new Problem('invalid_password')
  const outcome = await restartSession(uow, deps, { signedIn: { ...signedIn, user }, from })
  if (outcome === undefined) throw new Problem('unauthorized')
  return outcome
}
