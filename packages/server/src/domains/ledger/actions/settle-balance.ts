import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Money } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Work } from '../../../platform/work.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { planSettlements } from '../rules/settlement.ts'
import { listAccounts } from '../store/balances.ts'
import { insertJournal } from '../store/journals.ts'

/** What would be handed over now, of each currency. */
export const amountsToSettle = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Money[]> => planSettlements(await listAccounts(db, organizationId)).map(moneyOf)

/**
 * Books that an organization was handed over what it had, outside of this server. Answers what that
 * was, of each currency. The lock lets nobody settle the same twice; sales go on meanwhile.
 */
export async function settleBalance(
  work: Work,
  organizationId: Id<'organization'>,
): Promise<Money[]> {
  await lockOrganization(work.tx, organizationId)
  const settlements = planSettlements(await listAccounts(work.tx, organizationId))
  for (const { currency, lines } of settlements) {
    const id = work.newId('journal')
    await insertJournal(work.tx, {
      organizationId,
      id,
      kind: 'settlement',
      source: `settlement:${id}`,
      orderId: null,
      paymentId: null,
      refundId: null,
      disputeId: null,
      occurredAt: work.now,
      currency,
      lines,
    })
  }
  return settlements.map(moneyOf)
}

const moneyOf = ({ amount, currency }: Money): Money => ({ amount, currency })
