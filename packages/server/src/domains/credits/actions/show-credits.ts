import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { CreditLot } from '@guildhall/contract/usage/credit-shapes'
import type { listCreditLots as contract } from '@guildhall/contract/usage/credits'
import { organizationTime } from '../../../platform/clock.ts'
import type { Page } from '../../../platform/database/listing.ts'
import { presentLot } from '../present/credits.ts'
import { distinctKeys, textOf } from '../store/accounts.ts'
import { listLots } from '../store/credit-list.ts'
import type { LotRow } from '../store/facts.ts'
import { readAccounts } from './change-accounts.ts'
import type { CreditDeps } from './deps.ts'

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** With what is left of them now. */
export async function showLots(
  deps: CreditDeps,
  of: OfCustomer,
  query: QueryOf<typeof contract>,
): Promise<Page<CreditLot>> {
  const { kysely } = deps.uowFactory.database
  const now = await organizationTime(kysely, of.organizationId, deps.clock)
  const { rows, total } = await listLots(kysely, of, { ...query, now })
  const open = rows.filter(({ closedBy }) => closedBy === null)
  const accounts = await readAccounts(kysely, distinctKeys(open), now)
  return {
    rows: rows.map((row) => {
      const lot = accounts.get(textOf(row))?.lots.find(({ id }) => id === row.id)
      return presentLot(row, lot)
    }),
    total,
  }
}

/** A lot that was just opened. */
export const showLot = (row: LotRow): CreditLot => presentLot(row, undefined)
