import * as contract from '@guildhall/contract/payments/payments'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { getForSeller, resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { presentPayment } from '../present/payment.ts'
import { findPaymentIn, listPayments } from '../store/payments.ts'

export const paymentRoutes = (deps: RouteDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
]

type RouteDeps = Pick<PaymentDeps, 'uowFactory'>

const listRoute = (deps: RouteDeps) =>
  serve(contract.listPayments, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listPayments(kysely, organizationId, query)
    return pageAnswer(page, query, presentPayment)
  })

const getRoute = (deps: RouteDeps) =>
  serve(contract.getPayment, async ({ caller, params }) => {
    const { reads } = deps.uowFactory.database
    const found = await getForSeller(deps, caller, (within) =>
      findPaymentIn(reads, within, params.id),
    )
    return presentPayment(found)
  })
