import type { Currency, Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type MinorUnits, minorUnits, negate } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Actor } from '../../../platform/outbox/record.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockCustomerForShare } from '../../customers/store/customers.ts'
import { postAdjustment } from '../../ledger/actions/post-entries.ts'
import { usableBy } from '../rules/balance-share.ts'
import { type BalanceEntryRow, findBalanceEntry } from '../store/balance-entries.ts'
import { addBalanceEntries, type NewBalanceEntry } from '../store/customer-balances.ts'
import { lockShares } from './read-customer-balances.ts'

export interface BalanceKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly currency: Currency
}

interface Adjustment {
  /** Added to the balance; below zero, taken from it. */
  readonly amount: MinorUnits
  readonly reason: string
  readonly actor: Actor
}

/** What a seller gives to a customer, or takes back; never more than there is. */
export async function adjustBalance(
  uow: UnitOfWork,
  key: BalanceKey,
  { amount, reason, actor }: Adjustment,
): Promise<BalanceEntryRow> {
  await requireCustomer(uow, key)
  await lockUsable(uow, key, negate(amount))
  const entry = sellersEntry(uow, key, { kind: 'adjusted', amount, reason, actor })
  await addBalanceEntries(uow.tx, [entry])
  await postAdjustment(uow, { ...entry, balanceEntryId: entry.id, occurredAt: uow.now })
  const written = await findBalanceEntry(uow.tx, entry)
  assert(written !== undefined, 'the entry was just written')
  return written
}

/** A customer isn’t deleted until the transaction ends. */
export async function requireCustomer(
  { tx }: UnitOfWork,
  { organizationId, customerId: id }: BalanceKey,
): Promise<void> {
  const customer = await lockCustomerForShare(tx, { organizationId, id })
  if (customer === undefined) throw new Problem('not_found')
}

/** Locks the customer’s credit and returns it. Refuses to take more. */
export async function lockUsable(
  { tx }: UnitOfWork,
  { organizationId, customerId, currency }: BalanceKey,
  amount: MinorUnits,
): Promise<MinorUnits> {
  const shares = await lockShares(tx, organizationId, [customerId])
  const usable = usableBy(shares, { customerId, currency, subscriptionId: null })
  const most = minorUnits(Math.max(usable, 0))
  if (amount <= most) return most
  throw new Problem('balance_too_low', {
    loc: ['body', 'amount'],
    amount: moneyText({ amount: most, currency }),
  })
}

interface SellersEntry extends Pick<NewBalanceEntry, 'kind' | 'amount'> {
  readonly reason: string | null
  readonly actor: Actor | null
}

/** An entry without an order. */
export const sellersEntry = (
  uow: UnitOfWork,
  key: BalanceKey,
  { kind, amount, reason, actor }: SellersEntry,
): NewBalanceEntry => ({
  ...key,
  id: uow.newId('customerBalanceEntry'),
  kind,
  amount,
  orderId: null,
  checkoutId: null,
  refundId: null,
  reason,
  actorType: actor?.type ?? null,
  actorId: actor?.id ?? null,
  createdAt: uow.now,
})
