import type { Id } from '@guildhall/contract/primitives'
import { bookTransactions } from '../src/domains/ledger/actions/book-transactions.ts'
import type { BalanceTransaction } from '../src/domains/payments/rules/processor.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { Chance } from './chance.ts'
import { dollars, type Shop } from './shop.ts'

interface Charged {
  readonly id: Id<'payment'>
  readonly orderId: Id<'order'>
  readonly amount: number
}

const subjects = ['charge', 'charge', 'refund', 'dispute'] as const

/**
 * The processor lists what it deducted or returned for a payment: late, again, in any order, and to
 * two processes at once.
 */
export async function reportFees(shop: Shop, chance: Chance): Promise<string> {
  const { deps, organizationId, environment } = shop
  const { rows } = await environment.database.pool.query<Charged>(
    `select id, order_id as "orderId", amount::int as amount from payment
      where organization_id = $1 and status = 'succeeded' and order_id is not null order by id`,
    [organizationId],
  )
  if (rows.length === 0) return 'there is no fee to report'
  const charged = chance.pick(rows)
  const about = chance.pick(subjects)
  const transaction = transactionOf(charged, about)
  const book = () =>
    runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      bookTransactions(uow, { organizationId, ...charged }, [transaction]),
    )
  await Promise.all(chance.oneIn(4) ? [book(), book()] : [book()])
  return `the processor reports a fee of ${transaction.fee} of a ${about}`
}

/** The same for the same payment, as at the processor. */
function transactionOf(
  { id, amount }: Charged,
  about: BalanceTransaction['about'],
): BalanceTransaction {
  const moved = minorUnits(about === 'charge' ? amount : -amount)
  const listedAt = new Date('2026-01-01T00:00:00Z')
  return {
    processorId: `txn_${about}_${id}`,
    about,
    sourceId: `${about}_${id}`,
    category: about,
    amount: moved,
    fee: minorUnits({ charge: 30 + Math.round(amount / 34), refund: -5, dispute: 1_500 }[about]),
    currency: dollars,
    exchangeRate: null,
    paymentAmount: moved,
    paymentCurrency: dollars,
    createdAt: listedAt,
    availableAt: listedAt,
  }
}
