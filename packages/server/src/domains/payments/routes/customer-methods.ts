import { listCustomerPaymentMethods } from '@guildhall/contract/payments/customer-methods'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findCustomerIn } from '../../customers/store/customers.ts'
import { getForSeller } from '../../organizations/actions/seller.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { presentMethodToSeller } from '../present/method.ts'
import { listMethodsForSeller } from '../store/methods.ts'

/** A customer’s payment methods, for the seller. */
export const customerMethodsRoute = (deps: Pick<PaymentDeps, 'uowFactory'>): OperationRoute =>
  serve(listCustomerPaymentMethods, async ({ caller, params, query }) => {
    const { reads } = deps.uowFactory.database
    const { organizationId, id: customerId } = await getForSeller(deps, caller, (within) =>
      findCustomerIn(reads, within, params.id),
    )
    const page = await listMethodsForSeller(reads, { organizationId, customerId }, query)
    return pageAnswer(page, query, presentMethodToSeller)
  })
