import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { discountId } from '../catalog/discount-shapes.ts'
import { priceId, productId, recurringIntervals } from '../catalog/prices.ts'
import { operation } from '../operation.ts'
import { billingReasons } from '../orders/order-shapes.ts'
import { prorationModes } from '../organizations/billing-settings.ts'
import { instant, minorUnits } from '../primitives.ts'
import { changeRefusals } from './change-refusals.ts'
import { subscriptionChange } from './changes.ts'
import { subscriptionId } from './subscription-shapes.ts'
import { subscriptionStatuses } from './subscription-statuses.ts'

const ofPreviews = {
  ...forSellers,
  tag: 'Subscriptions',
  may: 'subscriptions:read',
  params: z.object({ id: subscriptionId }),
} as const

const PreviewItem = z.object({
  label: z.string(),
  /** Before discount and tax; below zero for a credit. */
  amount: minorUnits,
  proration: z.boolean(),
  productPriceId: z.nullable(priceId),
  periodStart: instant,
  periodEnd: instant,
})

/** The exact amounts of an order, if nothing changes until then. */
const InvoicePreview = z.object({
  currency: z.string(),
  billingReason: z.enum(billingReasons),
  items: z.array(PreviewItem),
  subtotalAmount: minorUnits,
  discountAmount: minorUnits,
  netAmount: minorUnits,
  taxAmount: minorUnits,
  /** True where the billing address is incomplete; then no tax is shown. */
  isTaxUnknown: z.boolean(),
  totalAmount: minorUnits,
  /** What is paid from the customer’s balance; below zero where the balance grows. */
  fromBalanceAmount: minorUnits,
  /** What is charged to the payment method. */
  dueAmount: minorUnits,
  dueAt: instant,
})
export type InvoicePreview = z.output<typeof InvoicePreview>

export const ChangePreview = z.object({
  /** How the change is actually billed; null where the product doesn’t change. */
  prorationBehavior: z.nullable(z.enum(prorationModes)),
  /** When the change takes effect. */
  appliesAt: instant,
  status: z.enum(subscriptionStatuses),
  productId,
  discountId: z.nullable(discountId),
  /** What a period costs afterwards. */
  amount: minorUnits,
  currency: z.string(),
  recurringInterval: z.enum(recurringIntervals),
  currentPeriodStart: instant,
  currentPeriodEnd: z.nullable(instant),
  endsAt: z.nullable(instant),
  /** Null where nothing is billed immediately. */
  dueNow: z.nullable(InvoicePreview),
  /** Null where nothing more will be billed. */
  nextInvoice: z.nullable(InvoicePreview),
})
export type ChangePreview = z.output<typeof ChangePreview>

export const previewSubscriptionChange = operation({
  ...ofPreviews,
  name: 'previewSubscriptionChange',
  method: 'POST',
  path: '/v1/subscriptions/:id/preview',
  summary: 'Preview a change to a subscription',
  description: 'Takes the body of an update, changes nothing, and returns what would be billed.',
  body: subscriptionChange,
  idempotent: false,
  returns: ChangePreview,
  status: 200,
  refuses: [...callRefusals, 'not_found', ...changeRefusals],
})

export const NextInvoice = z.object({
  /** Null where nothing more will be billed. */
  invoice: z.nullable(InvoicePreview),
  /**
   * The invoice if usage goes on until the end of the period as it has so far. Null where nothing
   * was used, where the period has just begun, and where no meter counts or sums.
   */
  forecast: z.nullable(InvoicePreview),
})
export type NextInvoice = z.output<typeof NextInvoice>

export const getNextInvoice = operation({
  ...ofPreviews,
  name: 'getNextInvoice',
  method: 'GET',
  path: '/v1/subscriptions/:id/next-invoice',
  summary: 'Get the next invoice of a subscription',
  returns: NextInvoice,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
