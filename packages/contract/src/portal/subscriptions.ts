import * as z from 'zod/mini'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { chargeRefusals, productRefusals } from '../subscriptions/change-refusals.ts'
import { ChangePreview, NextInvoice } from '../subscriptions/previews.ts'
import { cancellationReasons, subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { CustomerSubscription } from './portal-shapes.ts'

const searchLengthMax = 256
const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const
const ofOne = z.object({ id: subscriptionId })

export const listPortalSubscriptions = endpoint({
  ...ofPortal,
  name: 'listPortalSubscriptions',
  method: 'GET',
  path: '/v1/customer-portal/subscriptions/',
  summary: 'List the subscriptions of a customer',
  description: 'Products are sorted by name. `query` finds a part of a product’s name.',
  query: z.object({
    ...listing(['started_at', 'amount', 'status', 'organization', 'product'], ['-started_at']),
    organizationId: anyOf(organizationId),
    productId: anyOf(productId),
    active: z.optional(z.boolean()),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  }),
  returns: listOf(CustomerSubscription),
  status: 200,
  refuses: sessionRefusals,
})

export const getPortalSubscription = endpoint({
  ...ofPortal,
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

/** How a change is refused, carried out or only shown. */
const planRefusals = [
  'portal_plan_change_off',
  ...productRefusals,
  'subscription_product_unchanged',
  'subscription_canceled',
  'subscription_ended',
  'subscription_past_due',
  'subscription_incomplete',
] as const

/** Another plan, or that it ends; in other words than the seller’s. */
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
      issues.push({ code: 'custom', input: value, path: [], message: 'Say what is to be changed' })
    }
    if (product !== undefined && other !== undefined) {
      const message = 'Can’t be changed together with product_id'
      issues.push({ code: 'custom', input: value, path: [other[0]], message })
    }
  })
export type CustomerChange = z.output<typeof customerChange>

export const updatePortalSubscription = endpoint({
  ...ofPortal,
  name: 'updatePortalSubscription',
  method: 'PATCH',
  path: '/v1/customer-portal/subscriptions/:id',
  summary: 'Change a subscription of a customer',
  description:
    'Another plan, where the seller lets customers change theirs, billed as the seller has it; or ' +
    'that it ends with its period, or doesn’t after all.',
  params: ofOne,
  body: customerChange,
  returns: CustomerSubscription,
  status: 200,
  refuses: [...writeRefusals, ...planRefusals, ...chargeRefusals, 'subscription_not_canceling'],
})

export const cancelPortalSubscription = endpoint({
  ...ofPortal,
  name: 'cancelPortalSubscription',
  method: 'DELETE',
  path: '/v1/customer-portal/subscriptions/:id',
  summary: 'Let a subscription of a customer end with its period',
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

export const previewPortalChange = endpoint({
  ...ofPortal,
  name: 'previewPortalChange',
  method: 'POST',
  path: '/v1/customer-portal/subscriptions/:id/preview',
  summary: 'Show what another plan would cost a customer',
  description: 'Takes what a change takes and changes nothing.',
  params: ofOne,
  body: z.object({ productId }),
  idempotent: false,
  returns: ChangePreview,
  status: 200,
  refuses: [...writeRefusals, ...planRefusals],
})

export const getPortalNextInvoice = endpoint({
  ...ofPortal,
  name: 'getPortalNextInvoice',
  method: 'GET',
  path: '/v1/customer-portal/subscriptions/:id/next-invoice',
  summary: 'Show what a customer will be charged next',
  params: ofOne,
  returns: NextInvoice,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})
