import { Problem } from '../../../../kernel/refusal.ts'
import { isSignedText, signedText } from '../../../../platform/crypto/signed-text.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { claimOperator, lacksOperator } from '../../store/administration/operators.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { lockUser, type UserRow, updateUser } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { userEvent } from '../users/user-events.ts'

const words = ['first operator']

/**
 * The page on which a user of a new server becomes its operator. Only those who see what the server
 * prints know its code. Null if there is an operator, or addresses of operators are configured.
 */
export async function operatorLink({
  uowFactory,
  keyring,
  config: { server },
}: Pick<IdentityDeps, 'uowFactory' | 'keyring' | 'config'>): Promise<string | null> {
  if (server.adminEmails !== null || server.firstOperator !== 'link') return null
  if (!(await lacksOperator(uowFactory.database.kysely))) return null
  const page = new URL('/become-operator', server.url)
  page.searchParams.set('code', signedText(keyring, words))
  return page.href
}

/** The code works once, for one of several parallel calls. */
export async function becomeOperator(
  uow: UnitOfWork,
  { keyring, config: { server } }: Pick<IdentityDeps, 'keyring' | 'config'>,
  { user: { id }, session }: SignedIn,
  { code, from }: { readonly code: string; readonly from: Origin },
): Promise<UserRow> {
  const user = await lockUser(uow.tx, id)
  if (user === undefined) throw new Problem('unauthorized')
  const isOpen = server.adminEmails === null && session.impersonatedBy === null
  const isClaimed =
    isOpen && isSignedText(keyring, words, code) && (await claimOperator(uow.tx, id))
  if (!isClaimed) throw new Problem('operator_code_is_invalid')
  const operator = await updateUser(uow.tx, id, { role: 'admin' }, uow.now)
  await recordAudit(uow.tx, { userId: id, action: 'operator.appoint', from })
  uow.record(userEvent('user.updated', operator))
  return operator
}
