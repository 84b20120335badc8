import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id } from '../primitives.ts'
import { Payment, PaymentStatus, paymentId } from './shapes.ts'

const methodLengthMax = 64
const emailLengthMax = 256

const ofPayments = { ...forSellers, tag: 'Payments', may: 'payments:read' } as const

export const listPayments = operation({
  ...ofPayments,
  name: 'listPayments',
  reads: 'replica',
  method: 'GET',
  path: '/v1/payments/',
  summary: 'List payments',
  description: 'Every attempt to charge a buyer, also declined ones.',
  query: z.object({
    ...listing(['created_at', 'status', 'amount', 'method'], ['-created_at']),
    organizationId: anyOf(organizationId),
    checkoutId: anyOf(id('checkout')),
    orderId: anyOf(id('order')),
    status: anyOf(PaymentStatus),
    method: anyOf(z.string().check(z.maxLength(methodLengthMax))),
    /** The whole address, case-insensitive. */
    customerEmail: anyOf(z.string().check(z.maxLength(emailLengthMax))),
  }),
  returns: listOf(Payment),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const getPayment = operation({
  ...ofPayments,
  name: 'getPayment',
  method: 'GET',
  path: '/v1/payments/:id',
  summary: 'Get a payment',
  params: z.object({ id: paymentId }),
  returns: Payment,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
