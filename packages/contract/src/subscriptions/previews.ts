import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { discountId } from '../catalog/discount-shapes.ts'
import { priceId, productId, recurringIntervals } from '../catalog/prices.ts'
import { endpoint } from '../endpoint.ts'
import { billingReasons } from '../orders/order-shapes.ts'
import { prorationModes } from '../organizations/billing-settings.ts'
import { instant, minorUnits } from '../primitives.ts'
import { changeRefusals } from './change-refusals.ts'
import { subscriptionChange } from './changes.ts'
import { subscriptionId, subscriptionStatuses } from './subscription-shapes.ts'

const ofPreviews = {
  ...forSellers,
  tag: 'Subscriptions',
  may: 'subscriptions:read',
  params: z.object({ id: subscriptionId }),
} as const

const PreviewItem = z.object({
  label: z.string(),
  /** Before discount and tax; less than nothing where it is credited. */
  amount: minorUnits,
  proration: z.boolean(),
  productPriceId: z.nullable(priceId),
  periodStart: instant,
  periodEnd: instant,
})

/** What an order will be, to the cent, if nothing changes until then. */
const InvoicePreview = z.object({
  currency: z.string(),
  billingReason: z.enum(billingReasons),
  items: z.array(PreviewItem),
  subtotalAmount: minorUnits,
  discountAmount: minorUnits,
  netAmount: minorUnits,
  taxAmount: minorUnits,
  /** Whether the billing address doesn’t say enough; no tax is shown then. */
  isTaxUnknown: z.boolean(),
  totalAmount: minorUnits,
  /** What of the customer’s balance is used; less than nothing where it grows. */
  fromBalanceAmount: minorUnits,
  /** What the card is charged. */
  dueAmount: minorUnits,
  dueAt: instant,
})
export type InvoicePreview = z.output<typeof InvoicePreview>

export const ChangePreview = z.object({
  /** How the change is billed in fact; null where it is no change of the product. */
  prorationBehavior: z.nullable(z.enum(prorationModes)),
  /** When the change takes effect. */
  appliesAt: instant,
  status: z.enum(subscriptionStatuses),
  productId,
  discountId: z.nullable(discountId),
  /** What a period costs from then on. */
  amount: minorUnits,
  currency: z.string(),
  recurringInterval: z.enum(recurringIntervals),
  currentPeriodStart: instant,
  currentPeriodEnd: z.nullable(instant),
  endsAt: z.nullable(instant),
  /** Null where nothing is billed at once. */
  dueNow: z.nullable(InvoicePreview),
  /** Null where nothing is billed any more. */
  nextInvoice: z.nullable(InvoicePreview),
})
export type ChangePreview = z.output<typeof ChangePreview>

export const previewSubscriptionChange = endpoint({
  ...ofPreviews,
  name: 'previewSubscriptionChange',
  method: 'POST',
  path: '/v1/subscriptions/:id/preview',
  summary: 'Show what a change of a subscription would cost',
  description: 'Takes what a change takes and changes nothing.',
  body: subscriptionChange,
  idempotent: false,
  returns: ChangePreview,
  status: 200,
  refuses: [...callRefusals, 'not_found', ...changeRefusals],
})

export const NextInvoice = z.object({
  /** Null where nothing is billed any more. */
  invoice: z.nullable(InvoicePreview),
})

export const getNextInvoice = endpoint({
  ...ofPreviews,
  name: 'getNextInvoice',
  method: 'GET',
  path: '/v1/subscriptions/:id/next-invoice',
  summary: 'Show the next invoice of a subscription',
  returns: NextInvoice,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
