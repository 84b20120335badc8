import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { isNegative, negative, sumOf } from '../rules/account.ts'
import type { AccountKey } from '../store/accounts.ts'
import { changeAccounts } from './change-accounts.ts'
import type { CreditDeps } from './deps.ts'
import { recordChange } from './record-change.ts'

/** Burns what an account’s usage was before, and closes what has expired. */
export const expireLots = (
  { uowFactory }: Pick<CreditDeps, 'uowFactory'>,
  key: AccountKey,
): Promise<void> =>
  runUnitOfWork(uowFactory, { organizationId: key.organizationId }, async (uow) => {
    const [decided] = await changeAccounts(uow, { keys: [key], decide: () => [] })
    if (decided === undefined) return
    const expired = sumOf(decided.movements.filter(({ kind }) => kind === 'expire'))
    if (!isNegative(expired)) return
    const change = { change: 'expired', units: negative(expired), reason: null } as const
    await recordChange(uow, decided, change)
  })
