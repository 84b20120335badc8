import * as z from 'zod/mini'
import { constant } from '../constant.ts'
import { currency } from '../primitives.ts'

/**
 * Fields that later lines of the official client require, and which say here what is true of every
 * object: there are no trials in the catalog, no seats, no teams of customers, no ad-hoc prices.
 */

const none = () => constant(z.null(), null)
const is = (value: boolean) => constant(z.literal(value), value)
const no = () => is(false)
const one = () => constant(z.literal(1), 1)
/** Tax is added to prices. */
const exclusive = () => constant(z.literal('exclusive'), 'exclusive')

const noTrial = { trialInterval: none(), trialIntervalCount: none() }

export const laterPrice = {
  source: constant(z.literal('catalog'), 'catalog'),
  taxBehavior: exclusive(),
}

export const laterFreePrice = { priceCurrency: constant(currency, currency.parse('usd')) }

export const laterProduct = { ...noTrial, meterInterval: none(), meterIntervalCount: none() }

export const laterBenefit = {
  visibility: constant(z.literal('public'), 'public'),
  visibilityConfigurable: no(),
}

export const laterCheckout = {
  returnUrl: none(),
  taxBehavior: exclusive(),
  allowTrial: none(),
  activeTrialInterval: none(),
  activeTrialIntervalCount: none(),
  trialEnd: none(),
}

export const laterSellerCheckout = noTrial

export const laterCheckoutLink = { ...noTrial, returnUrl: none(), seats: none() }

export const laterCustomer = {
  type: constant(z.literal('individual'), 'individual'),
  billingName: none(),
}

export const laterPortalCustomer = { billingName: none() }

export const laterCustomerSession = { returnUrl: none() }

export const laterMeter = { unit: constant(z.literal('scalar'), 'scalar') }

export const laterMetricsLimit = { minDays: one() }

/** Guildhall takes no fee. */
export const laterOrder = {
  platformFeeAmount: constant(z.literal(0), 0),
  platformFeeCurrency: none(),
  receiptNumber: none(),
}

export const laterPayment = { trigger: none() }

export const laterPaymentMethod = {
  modifiedAt: none(),
  processor: constant(z.literal('stripe'), 'stripe'),
}

export const laterRefund = { dispute: none() }

export const laterSubscription = {
  recurringIntervalCount: one(),
  currentMeterPeriodStart: none(),
  currentMeterPeriodEnd: none(),
  pauseAtPeriodEnd: no(),
  pausedAt: none(),
  resumesAt: none(),
}

/** Which mails customers get. */
const CustomerEmailSettings = z.object({
  orderConfirmation: is(true),
  subscriptionConfirmation: is(true),
  subscriptionCycled: is(true),
  subscriptionCycledAfterTrial: is(true),
  subscriptionUpdated: is(true),
  subscriptionPastDue: is(true),
  subscriptionCancellation: is(true),
  subscriptionUncanceled: is(false),
  subscriptionRevoked: is(true),
  subscriptionPaused: is(false),
  subscriptionResumed: is(false),
  subscriptionRenewalReminder: is(false),
  subscriptionTrialConversionReminder: is(false),
})

const Capabilities = z.object({
  checkoutPayments: is(true),
  subscriptionRenewals: is(true),
  payouts: is(false),
  refunds: is(true),
  apiAccess: is(true),
  dashboardAccess: is(true),
})

/** Which events are mailed to the members. */
const NotificationSettings = z.object({ newOrder: is(false), newSubscription: is(false) })

export const laterSubscriptionSettings = {
  benefitRevocationGracePeriod: constant(z.literal(0), 0),
  preventTrialAbuse: is(false),
}

export const laterPortalSettings = {
  usage: constant(z.object({ show: is(true) }), {}),
  customer: constant(z.object({ allowEmailChange: is(true) }), {}),
}

export const laterPlanSettings = { updateSeats: is(false), pause: is(false) }

export const laterOrganization = {
  notificationSettings: constant(NotificationSettings, {}),
  customerEmailSettings: constant(CustomerEmailSettings, {}),
  capabilities: constant(Capabilities, {}),
  status: constant(z.literal('active'), 'active'),
  defaultPresentmentCurrency: constant(z.literal('usd'), 'usd'),
  defaultTaxBehavior: exclusive(),
  accountId: none(),
  payoutAccountId: none(),
  ssoEnforced: no(),
}

/** The secret is only shown when it is made, and where it is asked for. */
export const laterWebhookEndpoint = { secret: constant(z.literal('********'), '********') }

/** As long as a delivery is listed, its payload is there. */
export const laterWebhookEvent = { isArchived: no() }

// What these lines send by default, and means nothing new.

/** An included tax would be another price, so nothing but the default is taken. */
export const laterPriceInput = { taxBehavior: z.nullish(z.literal('exclusive')) }

export const laterFreePriceInput = { priceCurrency: z.nullish(z.literal('usd')) }

export const laterProductInput = { recurringIntervalCount: z.nullish(z.literal(1)) }

export const laterCustomerInput = { type: z.nullish(z.literal('individual')) }

/** Products have no trials, so it allows and forbids nothing. */
export const laterCheckoutInput = { allowTrial: z.nullish(z.boolean()) }
