import { getBalance, listBalanceEntries } from '@guildhall/contract/ledger/balance'
import { type BalanceEntry, type EntryKind, entryKinds } from '@guildhall/contract/ledger/shapes'
import { assert } from '../../../kernel/assert.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import type { LedgerDeps } from '../actions/deps.ts'
import { balanceOf } from '../actions/read-balance.ts'
import { type EntryRow, listEntries } from '../store/entries.ts'

/** The balance of a seller, and the entries that led to it. */
export const balanceRoutes = (deps: LedgerDeps): readonly OperationRoute[] => [
  getRoute(deps),
  entriesRoute(deps),
]

const getRoute = (deps: LedgerDeps) =>
  serve(getBalance, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const balances = organizationId === null ? [] : await balanceOf(kysely, organizationId)
    return { balances }
  })

const entriesRoute = (deps: LedgerDeps) =>
  serve(listBalanceEntries, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listEntries(kysely, organizationId, query)
    return pageAnswer(page, query, presentEntry)
  })

/** Every entry has lines, all in one currency. */
function presentEntry({ change, ...entry }: EntryRow): BalanceEntry {
  assert(change !== undefined, 'an entry has lines')
  const { id, organizationId, orderId, paymentId, refundId, disputeId } = entry
  const { currency, amount, taxAmount, heldAmount, customerBalanceAmount } = change
  return {
    id,
    createdAt: entry.occurredAt,
    organizationId,
    type: kindOf(entry),
    currency,
    amount,
    taxAmount,
    heldAmount,
    customerBalanceAmount,
    orderId,
    paymentId,
    refundId,
    disputeId,
  }
}

function kindOf({ kind }: Pick<EntryRow, 'kind'>): EntryKind {
  const known = entryKinds.find((one) => one === kind)
  assert(known !== undefined, 'the kinds of the database are those of the contract')
  return known
}
