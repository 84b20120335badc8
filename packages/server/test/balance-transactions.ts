import { bookTransactions } from '../src/domains/ledger/actions/book-transactions.ts'
import type { BalanceTransaction } from '../src/domains/payments/rules/processor.ts'
import { minorUnits } from '../src/kernel/money.ts'
import type { UnitOfWork } from '../src/platform/unit-of-work.ts'
import type { newSale } from './ledger.ts'

type Sale = ReturnType<typeof newSale>

interface Reported {
  readonly id: string
  readonly fee: number
  readonly about?: BalanceTransaction['about']
  readonly amount?: number
  readonly sourceId?: string
}

/** What the processor says about the charge of a sale, unless it says something else. */
function reportOf(
  { netAmount, taxAmount, currency }: Pick<Sale, 'netAmount' | 'taxAmount' | 'currency'>,
  { id, fee, about = 'charge', amount, sourceId = `of_${id}` }: Reported,
): BalanceTransaction {
  const moved = minorUnits(amount ?? netAmount + taxAmount)
  return {
    processorId: id,
    about,
    sourceId,
    category: about,
    amount: moved,
    fee: minorUnits(fee),
    currency,
    exchangeRate: null,
    paymentAmount: moved,
    paymentCurrency: currency,
    createdAt: new Date('2026-03-01T12:00:05Z'),
    availableAt: new Date('2026-03-03T00:00:00Z'),
  }
}

export const bookFee = (uow: UnitOfWork, sale: Sale, reported: Reported): Promise<void> =>
  bookTransactions(uow, { ...sale, id: sale.paymentId }, [reportOf(sale, reported)])
