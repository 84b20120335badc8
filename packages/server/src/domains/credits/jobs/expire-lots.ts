import type { Id } from '@guildhall/contract/primitives'
import { lookInEach } from '../../../platform/due/look-at-due.ts'
import type { DueWork } from '../../../platform/due-work.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { changeAccounts } from '../actions/change-accounts.ts'
import type { CreditDeps } from '../actions/deps.ts'
import { recordChange } from '../actions/record-change.ts'
import { isNegative, negative, sumOf } from '../rules/account.ts'
import type { AccountKey } from '../store/accounts.ts'
import {
  dueAccountsMax,
  findNextExpiry,
  listDueAccounts,
  listDueIn,
  lotsToExpire,
} from '../store/due-lots.ts'

/** Closes lots that have expired by the clock of their organization. */
export const expireLotsJob: JobDefinition<CreditDeps> = schedule({
  name: lotsToExpire.kind,
  cron: '* * * * *',
  run: (deps: CreditDeps, { signal }) => {
    const { kysely } = deps.uowFactory.database
    return lookInEach(deps.uowFactory, {
      list: lotsToExpire,
      signal,
      run: (organizationIds) =>
        expireAll(
          deps,
          () => listDueAccounts(kysely, { organizationIds, now: deps.clock.now() }),
          signal,
        ),
    })
  },
})

/** The same where an organization’s clock is advanced. */
export const creditDueWork = (deps: CreditDeps): DueWork => {
  const { kysely } = deps.uowFactory.database
  return {
    nextDue: (organizationId) => findNextExpiry(kysely, organizationId),
    run: (organizationId: Id<'organization'>) =>
      expireAll(deps, () => listDueIn(kysely, organizationId)),
  }
}

/** Everything found is closed, so it isn’t found again. */
async function expireAll(
  deps: CreditDeps,
  listDue: () => Promise<readonly AccountKey[]>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const due = await listDue()
    for (const key of due) {
      if (signal?.aborted === true) return
      await expireLots(deps, key)
    }
    if (due.length < dueAccountsMax) return
  }
}

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
