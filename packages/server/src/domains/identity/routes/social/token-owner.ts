import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../../kernel/refusal.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { type AccountRow, accountsOf } from '../../store/accounts.ts'
import { showsServerKey, signedInOn } from '../callers.ts'

type Request = Parameters<typeof signedInOn>[1]

const callsMax = 100
const windowSeconds = 10

/** Whose tokens are asked for: one's own, or anybody's by the application's own backend. */
export async function tokenOwner(
  parts: IdentityParts,
  request: Request,
  userId: Id<'user'> | undefined,
): Promise<Id<'user'>> {
  if (showsServerKey(parts, request.headers)) {
    if (userId === undefined) throw new Problem('user_id_or_session_is_required')
    return userId
  }
  const signedIn = await signedInOn(parts, request)
  if (signedIn !== null) {
    // Acting as a user here is no permission to act as them elsewhere.
    if (signedIn.session.impersonatedBy !== null) throw new Problem('session_is_not_fresh')
    await parts.limit('tokens', callsMax, windowSeconds, ['session', signedIn.session.id])
    return signedIn.user.id
  }
  throw new Problem(userId === undefined ? 'user_id_or_session_is_required' : 'unauthorized')
}

interface Named {
  readonly providerId: string
  readonly accountId?: string | undefined
}

/** The owner's account at a provider, by its id here or there, else the first. */
export async function ownedAccount(
  { workshop }: IdentityParts,
  userId: Id<'user'>,
  { providerId, accountId }: Named,
): Promise<AccountRow> {
  const accounts = await accountsOf(workshop.database.kysely, userId)
  const account = accounts.find(
    (one) =>
      one.providerId === providerId &&
      (accountId === undefined || one.id === accountId || one.accountId === accountId),
  )
  if (account === undefined) throw new Problem('account_not_found')
  return account
}
