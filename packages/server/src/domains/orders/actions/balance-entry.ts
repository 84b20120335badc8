import { type MinorUnits, minorUnits, subtract } from '../../../kernel/money.ts'
import type { Work } from '../../../platform/work.ts'
import type { Due } from '../rules/due.ts'
import type { NewBalanceEntry } from '../store/balances.ts'
import type { OrderRow } from '../store/orders.ts'

type OfOrder = Pick<OrderRow, 'organizationId' | 'id' | 'customerId' | 'currency'>

/** What an order changes of its customer’s balance; null where it leaves it alone. */
export const balanceEntryOf = (
  work: Work,
  order: OfOrder,
  { appliedAmount, entryKind }: Pick<Due, 'appliedAmount' | 'entryKind'>,
): NewBalanceEntry | null =>
  entryKind === null
    ? null
    : {
        organizationId: order.organizationId,
        id: work.newId('customerBalanceEntry'),
        customerId: order.customerId,
        currency: order.currency,
        kind: entryKind,
        amount: negative(appliedAmount),
        orderId: order.id,
        createdAt: work.now,
      }

export const negative = (amount: MinorUnits): MinorUnits => subtract(minorUnits(0), amount)
