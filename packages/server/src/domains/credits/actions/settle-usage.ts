import type { Hooks } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CreditAccount } from '../rules/account.ts'
import type { Decision } from '../rules/decide.ts'
import { billOverages } from '../rules/lot-changes.ts'
import { distinctKeys, textOf } from '../store/accounts.ts'
import { type CoveredUsage, readCovered, type UsageKey } from '../store/covered-usage.ts'
import { changeAccounts } from './change-accounts.ts'

/**
 * Burns what these periods used so far, and says what lots covered. The rest may still be covered by
 * credits that come later.
 */
export async function coverUsage(
  uow: UnitOfWork,
  keys: readonly UsageKey[],
): Promise<readonly CoveredUsage[]> {
  await changeAccounts(uow, { keys: distinctKeys(keys), decide: () => [] })
  return readCovered(uow.tx, keys)
}

/**
 * The same for what is billed now: later credits don’t cover it. What the periods use later is
 * settled the next time. Nothing is stored where there is no account: then the periods have to have
 * ended, and an account that is opened later leaves them alone.
 */
export async function settleUsage(
  uow: UnitOfWork,
  keys: readonly UsageKey[],
): Promise<readonly CoveredUsage[]> {
  await changeAccounts(uow, {
    keys: distinctKeys(keys),
    decide: (key, account) =>
      settle(
        uow,
        account,
        keys.filter((one) => textOf(one) === textOf(key)),
      ),
  })
  return readCovered(uow.tx, keys)
}

export const settlePeriods: Hooks['onUsageSettled'][number] = async (uow, periods) =>
  void (await settleUsage(uow, periods))

function settle(
  uow: UnitOfWork,
  account: CreditAccount,
  keys: readonly UsageKey[],
): readonly Decision[] {
  let left = account
  return keys.flatMap(({ subscriptionId, startsAt }) => {
    const due = left.overages.find(
      ({ usage }) =>
        usage.subscriptionId === subscriptionId &&
        new Date(usage.period).getTime() === startsAt.getTime(),
    )
    if (due === undefined) return []
    const { period } = due.usage
    const orderId = uow.newId('creditMovement')
    const decision = billOverages(left, { orderId, subscriptionId, period, now: uow.now })
    left = decision.account
    return decision
  })
}
