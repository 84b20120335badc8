import type { Id } from '@guildhall/contract/primitives'
import { getForSeller, type SellerCaller } from '../../organizations/actions/seller.ts'
import type { CustomerDeps } from '../actions/deps.ts'
import { type CustomerRow, findCustomerIn } from '../store/customers.ts'

/** A customer of an organization that the caller may act for. */
export const requireCustomer = (
  deps: CustomerDeps,
  caller: SellerCaller,
  id: Id<'customer'>,
): Promise<CustomerRow> => {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findCustomerIn(reads, within, id))
}
