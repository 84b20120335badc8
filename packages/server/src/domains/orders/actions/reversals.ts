import type { Id } from '@guildhall/contract/primitives'
import { negate } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { OrderRow } from '../store/orders.ts'
import { findReversals, type ItemCredit } from '../store/settlements.ts'
import type { Reversal } from './postings.ts'

/** What these orders credit of earlier ones. */
export async function readReversals(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  orders: readonly Pick<OrderRow, 'id'>[],
) {
  const ids = orders.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await findReversals(tx, organizationId, ids)
  return {
    of: ({ id }: Pick<OrderRow, 'id'>): Reversal[] =>
      rows
        .filter(({ item }) => item.orderId === id)
        .map(({ item, ...reversed }) => ({ item, reversed })),
  }
}

/** What a reversal takes of the item that it credits. */
export const itemCredit = ({ item, reversed }: Reversal): ItemCredit => ({
  orderItemId: reversed.orderItemId,
  amount: negate(item.amount),
  taxAmount: negate(item.taxAmount),
})
