import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { readShares } from '../../orders/actions/read-customer-balances.ts'
import { usableBy } from '../../orders/rules/balance-share.ts'
import { purchaseToShow } from '../rules/portal-access.ts'
import type { CheckoutRow } from '../store/checkouts.ts'

type Shown = Pick<
  CheckoutRow,
  'id' | 'status' | 'customerId' | 'isCustomerGiven' | 'createdCustomerId'
> & { readonly currency: Currency }

/**
 * What checkouts may use of the balances of their customers. Only of proved ones: of an address
 * that anyone can type, nothing is shown or used.
 */
export async function gatherCredits(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  rows: readonly Shown[],
): Promise<ReadonlyMap<Id<'checkout'>, MinorUnits>> {
  const proved = rows.flatMap((row) => {
    const { id, customerId, currency } = row
    const isPayable = row.status === 'open' || row.status === 'confirmed'
    if (!isPayable || customerId === null || purchaseToShow(row) !== null) return []
    return { id, customerId, currency, subscriptionId: null }
  })
  if (proved.length === 0) return new Map()
  const customerIds = [...new Set(proved.map(({ customerId }) => customerId))]
  const shares = await readShares(db, organizationId, customerIds)
  return new Map(proved.map((one) => [one.id, usableBy(shares, one)]))
}
