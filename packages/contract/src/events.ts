import * as z from 'zod/mini'
import { Benefit } from './benefits/shapes.ts'
import { CustomField } from './catalog/custom-field-shapes.ts'
import { Discount } from './catalog/discount-shapes.ts'
import { Product } from './catalog/product-shapes.ts'
import { Checkout } from './checkout/checkout-shapes.ts'
import { CheckoutLink } from './checkout/link-shapes.ts'
import { Customer, customerId } from './customers/shapes.ts'
import { CustomerState } from './customers/state.ts'
import { BenefitGrantWithBenefit, benefitGrantId } from './entitlements/grant-shapes.ts'
import { FileRead } from './files/shapes.ts'
import { User } from './identity/shapes.ts'
import { ReachedThreshold, UsageLimit, usageLimitId } from './limits/limit-shapes.ts'
import { Meter } from './metering/shapes.ts'
import { exchangeRateId, RecordedExchangeRate } from './metrics/exchange-rates.ts'
import type { Schema, Wire } from './operation.ts'
import { Dispute, disputeId } from './orders/dispute-shapes.ts'
import { SellerDetails } from './orders/invoice-seller.ts'
import { Order, orderId } from './orders/order-shapes.ts'
import { Refund, refundId } from './orders/refund-shapes.ts'
import { AccessToken } from './organizations/access-tokens.ts'
import { OwnSellerOrganization } from './organizations/seller.ts'
import { Invitation, Member, organizationId, Team } from './organizations/shapes.ts'
import { MethodSetUpOutcome, methodSetUpId } from './payments/method-shapes.ts'
import { ReportedDispute, ReportedRefund } from './payments/processor-reports.ts'
import { Payment, paymentId } from './payments/shapes.ts'
import { id, instant, minorUnits } from './primitives.ts'
import { Subscription } from './subscriptions/subscription-shapes.ts'
import { TaxRegistration } from './tax/shapes.ts'
import { TopUp, topUpId } from './topups/top-up-shapes.ts'
import { changedCredits } from './usage/credit-shapes.ts'
import { WebhookEndpoint, webhookEndpointId } from './webhooks/shapes.ts'

/** Public events are sent to webhook endpoints; internal ones only lead to jobs, if at all. */
export type EventAudience = 'public' | 'internal'

/** The declaration of an event: its audience, subject and payload. */
interface EventDeclaration {
  readonly audience: EventAudience
  /** Whether it belongs to an organization, or to the server as a whole. */
  readonly scope: 'organization' | 'server'
  /** The type of the subject, as the event log names it. */
  readonly object: string
  readonly id: Schema
  readonly payload: Schema
  /** The casing in which the log keeps the payload. */
  readonly wire: Wire
  /** Raised when a payload changes in a way that consumers notice. */
  readonly version: number
}

type Subject = Pick<EventDeclaration, 'scope' | 'object' | 'id' | 'payload' | 'wire'>

const sent = <const S extends Subject>(subject: S, version = 1) =>
  ({ ...subject, audience: 'public', version }) as const

const kept = <const S extends Subject>(subject: S, version = 1) =>
  ({ ...subject, audience: 'internal', version }) as const

const ofSeller = { scope: 'organization', wire: 'billing' } as const
const ofSellers = <const O extends string, I extends Schema, P extends Schema>(
  object: O,
  objectId: I,
  payload: P,
) => ({ ...ofSeller, object, id: objectId, payload }) as const
const ofMembers = { scope: 'organization', wire: 'account' } as const
const ofServer = { scope: 'server', wire: 'account' } as const

const user = { ...ofServer, object: 'user', id: id('user'), payload: User } as const
const organization = ofSellers('organization', organizationId, OwnSellerOrganization)
const member = { ...ofMembers, object: 'member', id: id('member'), payload: Member } as const
const invitation = {
  ...ofMembers,
  object: 'invitation',
  id: id('invitation'),
  payload: Invitation,
} as const
const team = { ...ofMembers, object: 'team', id: id('team'), payload: Team } as const
const accessToken = {
  ...ofSeller,
  object: 'organization_access_token',
  id: id('organizationAccessToken'),
  // Null where the token itself was shown.
  payload: z.extend(AccessToken, { actorUserId: z.nullable(id('user')) }),
} as const
const clock = {
  ...ofSeller,
  object: 'clock',
  id: organizationId,
  payload: z.object({ from: instant, to: instant }),
} as const
const file = ofSellers('file', id('file'), FileRead)
const customer = ofSellers('customer', customerId, Customer)
const customerSession = {
  ...ofSeller,
  object: 'customer_session',
  id: id('customerSession'),
  payload: z.object({
    id: id('customerSession'),
    createdAt: instant,
    expiresAt: instant,
    customerId,
  }),
} as const
const meter = ofSellers('meter', id('meter'), Meter)
const usageLimit = ofSellers('usage_limit', usageLimitId, UsageLimit)
const topUp = ofSellers('top_up', topUpId, TopUp)
const credits = { ...ofSeller, ...changedCredits } as const
const benefit = ofSellers('benefit', id('benefit'), Benefit)
const benefitGrant = ofSellers('benefit_grant', benefitGrantId, BenefitGrantWithBenefit)
const product = ofSellers('product', id('product'), Product)
const discount = ofSellers('discount', id('discount'), Discount)
const customField = ofSellers('custom_field', id('customField'), CustomField)
const taxRegistration = ofSellers('tax_registration', id('taxRegistration'), TaxRegistration)
const exchangeRate = ofSellers('exchange_rate', exchangeRateId, RecordedExchangeRate)
const taxSale = {
  ...ofSeller,
  object: 'tax_sale',
  id: orderId,
  payload: z.object({ orderId, calculationId: z.string() }),
} as const
const taxReversal = {
  ...ofSeller,
  object: 'tax_reversal',
  id: id('orderItem'),
  payload: z.object({ orderId, total: minorUnits }),
} as const
const payment = ofSellers('payment', paymentId, Payment)
const unclaimedPayment = {
  ...ofSeller,
  object: 'payment',
  id: paymentId,
  payload: z.object({
    id: paymentId,
    processorId: z.string(),
    amount: minorUnits,
    currency: z.string(),
  }),
} as const
const paymentMethod = {
  ...ofSeller,
  object: 'payment_method',
  id: id('paymentMethod'),
  payload: z.object({
    customerId,
    paymentMethodId: id('paymentMethod'),
    /** Only for a new default: whether overdue payments are charged to it. */
    collectsOverdue: z.optional(z.boolean()),
    /** Only for a deleted method, which is also detached at the processor. */
    processor: z.optional(z.string()),
    processorId: z.optional(z.nullable(z.string())),
  }),
} as const
const methodSetUp = ofSellers('payment_method_set_up', methodSetUpId, MethodSetUpOutcome)
const methodSetUpReport = {
  ...ofSeller,
  object: 'method_set_up',
  id: methodSetUpId,
  payload: z.object({}),
} as const

const processorEvent = {
  eventId: z.string(),
  about: z.enum(['intent', 'refund', 'dispute', 'fraud_warning']),
  processorId: z.string(),
}
const stripeEvent = {
  scope: 'server',
  wire: 'billing',
  object: 'stripe_event',
  id: z.string(),
  payload: z.object({
    ...processorEvent,
    processor: z.literal('stripe'),
    organizationId: z.null(),
  }),
} as const
const sandboxEvent = {
  ...ofSeller,
  object: 'sandbox_event',
  id: z.string(),
  payload: z.object({
    ...processorEvent,
    processor: z.literal('sandbox'),
    organizationId,
    times: z.int(),
    delaySeconds: z.int(),
  }),
} as const
const chargePayload = z.object({ paymentId, processorId: z.string() })
const chargeSubject = { object: 'processor_charge', id: z.string() } as const
const processorCharge = { ...ofSeller, ...chargeSubject, payload: chargePayload } as const
const processorRefund = {
  ...ofSeller,
  object: 'processor_refund',
  id: z.string(),
  payload: ReportedRefund,
} as const
const reportedDispute = {
  ...ofSeller,
  object: 'dispute',
  id: z.string(),
  payload: ReportedDispute,
} as const
const dispute = ofSellers('dispute', disputeId, Dispute)
const order = ofSellers('order', orderId, Order)
const refund = ofSellers('refund', refundId, Refund)
const invoice = {
  ...ofSeller,
  object: 'order_invoice',
  id: orderId,
  payload: z.object({ orderId }),
} as const
const sellerDetails = ofSellers('seller_details', organizationId, SellerDetails)
const subscription = ofSellers('subscription', id('subscription'), Subscription)
const checkout = ofSellers('checkout', id('checkout'), Checkout)
const checkoutLink = ofSellers('checkout_link', id('checkoutLink'), CheckoutLink)
const { health: _health, ...endpointSettings } = WebhookEndpoint.shape
const webhookEndpoint = {
  ...ofSeller,
  object: 'webhook_endpoint',
  id: webhookEndpointId,
  payload: z.object(endpointSettings),
} as const
const webhookEndpointHealth = {
  ...ofSeller,
  object: 'webhook_endpoint',
  id: webhookEndpointId,
  payload: z.object({
    id: webhookEndpointId,
    url: z.string(),
    name: z.nullable(z.string()),
    failedEvents: z.int(),
    failingSince: z.nullable(instant),
  }),
} as const
/** Requests of callers who aren’t signed in are sealed, because the log is kept forever. */
const sealed = z.object({ sealed: z.string() })

/**
 * All events, in the order of the domains that record them. A public one is also added to
 * `webhooks/webhook-events.ts`.
 */
export const domainEvents = {
  'mail.queued': kept({ ...ofServer, object: 'mail', id: id('mail'), payload: z.object({}) }),
  'mail.requested': kept({
    ...ofServer,
    object: 'mailRequest',
    id: id('mailRequest'),
    payload: sealed,
  }),
  'user.created': kept(user),
  'user.updated': kept(user),
  'user.deleted': kept(user),
  'organization.created': kept(organization),
  'organization.updated': sent(organization),
  'organization.deleted': kept(organization),
  'member.created': kept(member),
  'member.updated': kept(member),
  'member.deleted': kept(member),
  'invitation.created': kept(invitation),
  'invitation.updated': kept(invitation),
  'team.created': kept(team),
  'team.updated': kept(team),
  'team.deleted': kept(team),
  'organization_access_token.created': kept(accessToken),
  'organization_access_token.updated': kept(accessToken),
  'organization_access_token.deleted': kept(accessToken),
  'clock.advanced': kept(clock),
  'file.created': kept(file),
  'file.uploaded': kept(file),
  'file.updated': kept(file),
  'file.deleted': kept(file),
  'customer.created': sent(customer),
  'customer.updated': sent(customer),
  'customer.deleted': sent(customer),
  'customer.erased': kept(customer),
  'customer.state_changed': sent({ ...customer, payload: CustomerState }),
  'customer_session.created': kept(customerSession),
  'meter.created': kept(meter),
  'meter.updated': kept(meter),
  'benefit.created': sent(benefit),
  'benefit.updated': sent(benefit),
  'product.created': sent(product),
  'product.updated': sent(product),
  'discount.created': kept(discount),
  'discount.updated': kept(discount),
  'discount.deleted': kept(discount),
  'custom_field.created': kept(customField),
  'custom_field.updated': kept(customField),
  'custom_field.deleted': kept(customField),
  'tax_registration.created': kept(taxRegistration),
  'tax_registration.updated': kept(taxRegistration),
  'tax_registration.deleted': kept(taxRegistration),
  'exchange_rate.set': kept(exchangeRate),
  'exchange_rate.deleted': kept(exchangeRate),
  'tax_sale.recorded': kept(taxSale),
  'tax_reversal.recorded': kept(taxReversal),
  'payment.succeeded': kept(payment),
  'payment.failed': kept(payment),
  'payment.unclaimed': kept(unclaimedPayment),
  'payment_method.added': kept(paymentMethod),
  'payment_method.default_changed': kept(paymentMethod),
  'payment_method.deleted': kept(paymentMethod),
  'payment_method_set_up.started': kept(methodSetUp),
  'payment_method_set_up.succeeded': kept(methodSetUp),
  'payment_method_set_up.failed': kept(methodSetUp),
  'payment_method_set_up.reported': kept(methodSetUpReport),
  'stripe_event.received': kept(stripeEvent),
  'sandbox_event.received': kept(sandboxEvent),
  'processor_charge.reported': kept(processorCharge),
  'processor_refund.reported': kept(processorRefund),
  'dispute.reported': kept(reportedDispute, 2),
  'order.created': sent(order),
  'order.updated': sent(order),
  'order.paid': sent(order),
  'order.refunded': sent(order),
  'order.voided': kept(order),
  'order.written_off': kept(order),
  'refund.started': kept(refund),
  'refund.created': sent(refund),
  'refund.updated': sent(refund),
  'dispute.created': sent(dispute),
  'dispute.updated': sent(dispute),
  'invoice.requested': kept(invoice),
  'invoice.corrected': kept(invoice),
  'seller_details.updated': kept(sellerDetails),
  'subscription.created': sent(subscription),
  'subscription.updated': sent(subscription),
  'subscription.active': sent(subscription),
  'subscription.canceled': sent(subscription),
  'subscription.uncanceled': sent(subscription),
  'subscription.revoked': sent(subscription),
  'customer_meter.credits_changed': sent(credits),
  'usage_limit.updated': kept(usageLimit),
  'usage_limit.deleted': kept(usageLimit),
  'usage_limit.threshold_reached': sent({ ...usageLimit, payload: ReachedThreshold }),
  'top_up.turned_on': kept(topUp),
  'top_up.turned_off': kept(topUp),
  'top_up.stopped': sent(topUp),
  'benefit_grant.created': sent(benefitGrant),
  'benefit_grant.updated': sent(benefitGrant),
  'benefit_grant.cycled': sent(benefitGrant),
  'benefit_grant.revoked': sent(benefitGrant),
  'checkout.created': sent(checkout),
  'checkout.updated': sent(checkout),
  'checkout_link.created': kept(checkoutLink),
  'checkout_link.updated': kept(checkoutLink),
  'checkout_link.deleted': kept(checkoutLink),
  'portal_code.requested': kept({
    ...ofServer,
    object: 'codeRequest',
    id: id('codeRequest'),
    payload: sealed,
  }),
  'webhook_endpoint.created': kept(webhookEndpoint),
  'webhook_endpoint.updated': kept(webhookEndpoint),
  'webhook_endpoint.enabled': kept(webhookEndpoint),
  'webhook_endpoint.disabled': kept(webhookEndpoint),
  'webhook_endpoint.secret_rotated': kept(webhookEndpoint),
  'webhook_endpoint.deleted': kept(webhookEndpoint),
  'webhook_endpoint.warned': kept(webhookEndpointHealth),
  'webhook_endpoint.suspended': kept(webhookEndpointHealth),
  'webhook_endpoint.resumed': kept(webhookEndpointHealth),
} as const satisfies Record<string, EventDeclaration>

export type EventName = keyof typeof domainEvents

type Declared<N extends EventName> = (typeof domainEvents)[N]

/** The value that an event of this name carries. */
export type EventPayload<N extends EventName> = z.output<Declared<N>['payload']>

export type EventObjectId<N extends EventName> = z.output<Declared<N>['id']>

/** Null where the event belongs to the server as a whole. */
export type EventOrganizationId<N extends EventName> = Declared<N>['scope'] extends 'organization'
  ? z.output<typeof organizationId>
  : null
