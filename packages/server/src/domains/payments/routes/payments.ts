import * as contract from '@guildhall/contract/payments/payments'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { itemOf, organizationListed } from '../../organizations/index.ts'
import type { PaymentParts } from '../actions/parts.ts'
import { presentPayment } from '../actions/present-payment.ts'
import { listPayments } from '../store/payment-list.ts'
import { findPaymentIn } from '../store/payments.ts'

/** What sellers see of payments. */
export const paymentRoutes = (parts: RouteParts): readonly EndpointRoute[] => [
  listRoute(parts),
  getRoute(parts),
]

type RouteParts = Pick<PaymentParts, 'workshop'>

const listRoute = (parts: RouteParts) =>
  serve(contract.listPayments, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listPayments(kysely, organizationId, query)
    return pageAnswer(page, query, presentPayment)
  })

const getRoute = (parts: RouteParts) =>
  serve(contract.getPayment, async ({ caller, params }) => {
    const { reads } = parts.workshop.database
    const found = await itemOf(parts, caller, (within) => findPaymentIn(reads, within, params.id))
    return presentPayment(found)
  })
