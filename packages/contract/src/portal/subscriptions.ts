import * as z from 'zod/mini'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import {
  callerRefusals,
  forCustomers,
  forCustomersAndBuyers,
  sessionRefusals,
} from '../customers/for-customers.ts'
import { operation } from '../operation.ts'
import { orderId } from '../orders/order-shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { minorUnits } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import { chargeRefusals, productRefusals } from '../subscriptions/change-refusals.ts'
import { ChangePreview, NextInvoice } from '../subscriptions/previews.ts'
import { cancellationReasons, subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { CustomerProduct, CustomerSubscription } from './portal-shapes.ts'

const searchLengthMax = 256
const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const
const ofReading = { ...ofPortal, ...forCustomersAndBuyers } as const
const ofOne = z.object({ id: subscriptionId })

export const listPortalSubscriptions = operation({
  ...ofReading,
  name: 'listPortalSubscriptions',
  method: 'GET',
  path: '/v1/customer-portal/subscriptions/',
  summary: 'List the subscriptions of a customer',
  description:
    'Products are sorted by name. `query` matches a part of a product’s name. A session of a single ' +
    'purchase sees the subscription that it started, with a nil `customer_id`.',
  query: z.object({
    ...listing(['started_at', 'amount', 'status', 'organization', 'product'], ['-started_at']),
    organizationId: anyOf(organizationId),
    productId: anyOf(productId),
    active: z.optional(z.boolean()),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  }),
  returns: listOf(CustomerSubscription),
  status: 200,
  refuses: callerRefusals,
})

export const getPortalSubscription = operation({
  ...ofReading,
  name: 'getPortalSubscription',
  method: 'GET',
  path: '/v1/customer-portal/subscriptions/:id',
  summary: 'Get a subscription of a customer',
  params: ofOne,
  returns: CustomerSubscription,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

const commentLengthMax = 5000

const writeRefusals = [...sessionRefusals, 'not_found'] as const

/** Refusals of a plan change and of its preview. */
export const planRefusals = [
  'portal_plan_change_off',
  'portal_plan_not_offered',
  'portal_billing_address_missing',
  'portal_subscription_unaccepted',
  ...productRefusals,
  'subscription_product_unchanged',
  'subscription_canceled',
  'subscription_ended',
  'subscription_past_due',
  'subscription_payment_under_way',
  'subscription_incomplete',
  'subscription_paused',
] as const

/** Another plan, or a cancellation. */
const customerChange = z
  .object({
    productId: z.optional(productId),
    cancelAtPeriodEnd: z.nullish(z.boolean()),
    cancellationReason: z.nullish(z.enum(cancellationReasons)),
    cancellationComment: z.nullish(z.string().check(z.trim(), z.maxLength(commentLengthMax))),
  })
  .check(({ value, issues }) => {
    const { productId: product, ...ending } = value
    const others = Object.entries(ending).filter(([, said]) => said !== undefined)
    const [other] = others
    if (product === undefined && other === undefined) {
      issues.push({ code: 'custom', input: value, path: [], message: 'Specify a field to change' })
    }
    if (product !== undefined && other !== undefined) {
      const message = 'Can’t be changed together with product_id'
      issues.push({ code: 'custom', input: value, path: [other[0]], message })
    }
  })
  .register(
    z.globalRegistry,
    requiresAny(
      ['productId'],
      ['cancelAtPeriodEnd'],
      ['cancellationReason'],
      ['cancellationComment'],
    ),
  )
export type CustomerChange = z.output<typeof customerChange>

export const updatePortalSubscription = operation({
  ...ofPortal,
  name: 'updatePortalSubscription',
  method: 'PATCH',
  path: '/v1/customer-portal/subscriptions/:id',
  summary: 'Update a subscription of a customer',
  description:
    'Changes the plan to one that the seller offers, with the seller’s proration settings; or cancels ' +
    'at the end of the period, or reverts that. A payment that the customer’s bank wants to be ' +
    'confirmed fails here: start a plan change for it instead.',
  params: ofOne,
  body: customerChange,
  returns: CustomerSubscription,
  status: 200,
  refuses: [...writeRefusals, ...planRefusals, ...chargeRefusals, 'subscription_not_canceling'],
})

export const cancelPortalSubscription = operation({
  ...ofPortal,
  name: 'cancelPortalSubscription',
  method: 'DELETE',
  path: '/v1/customer-portal/subscriptions/:id',
  summary: 'Cancel a subscription of a customer at the end of its period',
  params: ofOne,
  returns: CustomerSubscription,
  status: 200,
  refuses: [
    ...writeRefusals,
    'subscription_canceled',
    'subscription_ended',
    'subscription_incomplete',
  ],
})

export const acceptPortalSubscription = operation({
  ...ofPortal,
  name: 'acceptPortalSubscription',
  method: 'POST',
  path: '/v1/customer-portal/subscriptions/:id/accept',
  summary: 'Accept a subscription that was bought with the address of a customer',
  description:
    'Anyone can type an address at a checkout. Until the customer accepts such a subscription ' +
    '(`accepted_at` is null), it is charged to the card that was entered there alone. From then on ' +
    'it is charged to the customer’s default payment method, immediately for what is overdue, and ' +
    'the other card is removed.',
  params: ofOne,
  returns: CustomerSubscription,
  status: 200,
  refuses: [...writeRefusals, 'subscription_ended', 'subscription_payment_method_missing'],
})

const OverduePayment = z.object({
  subscriptionId,
  /** The open orders, oldest first. Each can be paid on its own. */
  orders: z.array(z.object({ id: orderId, dueAmount: minorUnits })),
  productName: z.string(),
  amount: minorUnits,
  currency: z.string(),
  /** Whether it is charged to a new default payment method immediately. */
  accepted: z.boolean(),
})

export const listOverduePayments = operation({
  ...ofPortal,
  name: 'listOverduePayments',
  method: 'GET',
  path: '/v1/customer-portal/customers/me/overdue-payments',
  summary: 'List what a customer owes',
  description:
    'By subscription. What is `accepted` is charged as soon as the customer adds or chooses a ' +
    'default payment method; show it before. The rest is charged when they accept the subscription.',
  returns: z.object({ items: z.array(OverduePayment) }),
  status: 200,
  refuses: sessionRefusals,
})

export const previewPortalChange = operation({
  ...ofPortal,
  name: 'previewPortalChange',
  method: 'POST',
  path: '/v1/customer-portal/subscriptions/:id/preview',
  summary: 'Preview a plan change of a customer',
  description: 'Takes the same input as the change, and changes nothing.',
  params: ofOne,
  body: z.object({ productId }),
  idempotent: false,
  returns: ChangePreview,
  status: 200,
  refuses: [...writeRefusals, ...planRefusals],
})

export const listPortalPlans = operation({
  ...ofPortal,
  name: 'listPortalPlans',
  method: 'GET',
  path: '/v1/customer-portal/subscriptions/:id/plans',
  summary: 'List the plans that a customer may change to',
  description:
    'What the seller offers to existing customers, without the current plan. Empty where the plan ' +
    'can’t be changed now.',
  params: ofOne,
  returns: z.object({ items: z.array(CustomerProduct) }),
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

export const getPortalNextInvoice = operation({
  ...ofPortal,
  name: 'getPortalNextInvoice',
  method: 'GET',
  path: '/v1/customer-portal/subscriptions/:id/next-invoice',
  summary: 'Preview the next invoice of a customer',
  params: ofOne,
  returns: NextInvoice,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})
