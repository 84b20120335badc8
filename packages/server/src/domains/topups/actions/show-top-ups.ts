import type { TopUpInUse } from '@guildhall/contract/topups/top-up-shapes'
import { byId } from '../../../kernel/indexing.ts'
import type { Listing, Page } from '../../../platform/database/listing.ts'
import { presentInUse } from '../present/top-ups.ts'
import { findUses } from '../store/due-top-ups.ts'
import { type CustomerKey, listTopUps } from '../store/top-ups.ts'
import type { TopUpDeps } from './deps.ts'

/** With what each has led to this month. */
export async function showTopUps(
  { uowFactory, clock }: Pick<TopUpDeps, 'uowFactory' | 'clock'>,
  customer: CustomerKey,
  listing: Listing<'created_at'>,
): Promise<Page<TopUpInUse>> {
  const { kysely } = uowFactory.database
  const { rows, total } = await listTopUps(kysely, customer, listing)
  const found = await findUses(kysely, rows, clock.now())
  const uses = byId(found.map(({ topUpId: id, ...use }) => ({ id, ...use })))
  const none = { purchases: 0, isPurchasing: false }
  return { rows: rows.map((row) => presentInUse(row, uses.get(row.id) ?? none)), total }
}
