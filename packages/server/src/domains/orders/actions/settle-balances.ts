import { negate } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { CustomerDeletionHook } from '../../../platform/hooks.ts'
import { postAdjustment } from '../../ledger/actions/post-entries.ts'
import { addBalanceEntries, isBalanceReserved, lockBalances } from '../store/customer-balances.ts'
import { sellersEntry } from './adjust-balance.ts'

/**
 * A customer is deleted without a balance, or forfeits it to the seller. What a payment that isn’t
 * finished uses might still come back, so that is waited for.
 */
export const settleBalances: CustomerDeletionHook = async (uow, deletion) => {
  const { organizationId, customerId, forfeitsBalance, actor } = deletion
  const balances = await lockBalances(uow.tx, organizationId, [customerId])
  if (await isBalanceReserved(uow.tx, organizationId, customerId)) {
    throw new Problem('customer_balance_reserved')
  }
  const left = balances.filter(({ amount }) => amount !== 0)
  if (left.length === 0) return
  if (!forfeitsBalance) {
    throw new Problem('customer_has_balance', { balance: left.map(moneyText).join(', ') })
  }
  const entries = left.map(({ currency, amount }) => {
    const key = { organizationId, customerId, currency }
    return sellersEntry(uow, key, {
      kind: 'forfeited',
      amount: negate(amount),
      reason: null,
      actor,
    })
  })
  await addBalanceEntries(uow.tx, entries)
  for (const entry of entries) {
    await postAdjustment(uow, { ...entry, balanceEntryId: entry.id, occurredAt: uow.now })
  }
}
