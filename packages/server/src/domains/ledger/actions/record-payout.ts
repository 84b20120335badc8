import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Money } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockOrganization } from '../../organizations/store/organizations.ts'
import { type Payout, planPayouts } from '../rules/payout.ts'
import { countUnknownFees } from '../store/balance-transactions.ts'
import { listAccounts } from '../store/balances.ts'
import { insertEntries } from '../store/entries.ts'

/** What customers owe, in each currency. */
export type ReadDebts = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
) => Promise<readonly Money[]>

/** What could be paid out now, in each currency. */
export const payoutAmounts = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  readDebts: ReadDebts,
): Promise<Money[]> => (await plan(db, organizationId, readDebts)).map(moneyOf)

/** Debts are read last, so that one which arises meanwhile is withheld. */
async function plan(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  readDebts: ReadDebts,
): Promise<Payout[]> {
  const accounts = await listAccounts(db, organizationId)
  return planPayouts(accounts, await readDebts(db, organizationId))
}

/** How many payments have a fee that isn’t known yet, and reduces a later payout. */
export const unknownFees = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> => countUnknownFees(db, organizationId)

/**
 * Records that an organization was paid out outside of this server, and returns the amounts. The
 * lock keeps the same balance from being paid out twice; sales aren’t blocked by it.
 */
export async function recordPayout(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  readDebts: ReadDebts,
): Promise<Money[]> {
  await lockOrganization(uow.tx, organizationId)
  const payouts = await plan(uow.tx, organizationId, readDebts)
  const entries = payouts.map(({ currency, lines }) => {
    const id = uow.newId('journalEntry')
    return {
      organizationId,
      id,
      kind: 'settlement',
      source: `settlement:${id}`,
      orderId: null,
      paymentId: null,
      refundId: null,
      disputeId: null,
      occurredAt: uow.now,
      currency,
      lines,
    } as const
  })
  await insertEntries(uow.tx, entries)
  return payouts.map(moneyOf)
}

const moneyOf = ({ amount, currency }: Money): Money => ({ amount, currency })
