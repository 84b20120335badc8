import type { UsageSettledHook } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CreditAccount } from '../rules/account.ts'
import type { Decision } from '../rules/decide.ts'
import { billOverages } from '../rules/lot-changes.ts'
import { distinctKeys, textOf } from '../store/accounts.ts'
import { changeAccounts } from './change-accounts.ts'

/**
 * Burns what these periods used so far, and bills the rest: later credits don’t cover it. What they
 * use later is settled the next time. Nothing is stored where there is no account: then the periods
 * have to have ended, and an account that is opened later leaves them alone.
 */
export const settlePeriods: UsageSettledHook = async (uow, periods) =>
  void (await changeAccounts(uow, {
    keys: distinctKeys(periods),
    decide: (key, account) =>
      settle(
        uow,
        account,
        periods.filter((one) => textOf(one) === textOf(key)),
      ),
  }))

function settle(
  uow: UnitOfWork,
  account: CreditAccount,
  periods: Parameters<UsageSettledHook>[1],
): readonly Decision[] {
  let left = account
  return periods.flatMap(({ subscriptionId, startsAt }) => {
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
