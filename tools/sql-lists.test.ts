import { describe, expect, it } from 'vitest'
import { benefitTypes } from '../packages/contract/src/benefits/shapes.ts'
import { customFieldTypes } from '../packages/contract/src/catalog/custom-field-shapes.ts'
import {
  discountDurations,
  discountTypes,
} from '../packages/contract/src/catalog/discount-shapes.ts'
import { priceAmountTypes, recurringIntervals } from '../packages/contract/src/catalog/prices.ts'
import { checkoutStatuses } from '../packages/contract/src/checkout/checkout-shapes.ts'
import { fileServices } from '../packages/contract/src/files/shapes.ts'
import { userRoles } from '../packages/contract/src/identity/admin.ts'
import { journalKinds, ledgerAccounts } from '../packages/contract/src/ledger/shapes.ts'
import { propertyFunctions } from '../packages/contract/src/metering/shapes.ts'
import { invoiceKinds } from '../packages/contract/src/orders/invoices.ts'
import { billingReasons, orderStatuses } from '../packages/contract/src/orders/order-shapes.ts'
import { refundReasons, refundStatuses } from '../packages/contract/src/orders/refund-shapes.ts'
import {
  dunningFinalActions,
  prorationModes,
} from '../packages/contract/src/organizations/billing-settings.ts'
import { invitationStatuses, memberRoles } from '../packages/contract/src/organizations/roles.ts'
import { paymentStatuses } from '../packages/contract/src/payments/shapes.ts'
import {
  cancellationReasons,
  subscriptionStatuses,
} from '../packages/contract/src/subscriptions/subscription-shapes.ts'
import { taxabilityReasons, taxSchemes } from '../packages/contract/src/tax/shapes.ts'
import {
  webhookDisabledReasons,
  webhookFormats,
  webhookMessageStates,
} from '../packages/contract/src/webhooks/shapes.ts'
import { testDatabase } from '../packages/server/test/database.ts'
import { runOn } from '../packages/server/test/sql.ts'
import { type CheckConstraint, checksQuery, type Lists, listFaults } from './sql-lists.ts'

const db = testDatabase()

const lists: Lists = {
  ofContract: {
    'users.role': userRoles,
    'benefit.type': benefitTypes,
    'custom_field.type': customFieldTypes,
    'discount.type': discountTypes,
    'discount.duration': discountDurations,
    'file.service': fileServices,
    'product.recurring_interval': recurringIntervals,
    'product.leading_amount_type': priceAmountTypes,
    'product_price.amount_type': priceAmountTypes,
    'member.role': memberRoles,
    'invitation.role': memberRoles,
    'invitation.status': invitationStatuses,
    'organization.proration_behavior': prorationModes,
    'organization.dunning_final_action': dunningFinalActions,
    'checkout.status': checkoutStatuses,
    'orders.status': orderStatuses,
    'orders.billing_reason': billingReasons,
    'orders.taxability_reason': taxabilityReasons,
    'payment.status': paymentStatuses,
    'method_set_up.status': paymentStatuses,
    'invoice.kind': invoiceKinds,
    'refund.status': refundStatuses,
    'subscription.status': subscriptionStatuses,
    'subscription.recurring_interval': recurringIntervals,
    'subscription.customer_cancellation_reason': cancellationReasons,
    'subscription_price.kind': priceAmountTypes,
    'tax_registration.scheme': taxSchemes,
    'refund.reason': refundReasons,
    'journal.kind': journalKinds,
    'journal_line.account': ledgerAccounts,
    'meter.aggregation_func': ['count', ...propertyFunctions],
    'webhook_endpoint.format': webhookFormats,
    'webhook_endpoint.disabled_reason': webhookDisabledReasons,
    'webhook_delivery.state': webhookMessageStates,
  },
  internal: {
    'payment.processor': 'on the wire it is always stripe, whoever takes the money',
    'processor_news.processor': 'who called is told to nobody',
    'processor_customer.processor': 'where a customer is known is told to nobody',
    'payment_method.processor': 'who keeps a card is told to nobody',
    'method_set_up.processor': 'who keeps a card is told to nobody',
    'customer_balance_entry.kind': 'how a balance came about is told by its orders',
    'sandbox_intent.purpose': 'the sandbox keeps its own books',
    'sandbox_intent.status': 'the sandbox keeps its own books',
    'sandbox_refund.status': 'the sandbox keeps its own books',
    'billing_entry.kind': 'how an item came about is told by its label',
    'mail.status': 'how far a mail has come is told to nobody',
    'verification.purpose': 'what a mailed secret is for is known to who sends it',
  },
}

it('the lists of values in SQL are those of the contract', async () => {
  const checks = await runOn<{ table: string; definition: string }>(db.ownerUrl, checksQuery)
  expect(listFaults(checks, lists)).toEqual([])
})

describe('a planted fault is named', () => {
  const knights: CheckConstraint = {
    table: 'knight',
    definition: `CHECK ((rank = ANY (ARRAY['page'::text, 'squire'::text])))`,
  }
  const guilds: CheckConstraint = {
    table: 'guild',
    definition: `CHECK ((kind ~ '^(craft|trade)(,(craft|trade))*$'::text))`,
  }
  const sound: Lists = {
    ofContract: { 'knight.rank': ['page', 'squire'], 'guild.kind': ['craft', 'trade'] },
    internal: {},
  }

  it.each<[string, Lists]>([
    [
      'knight.rank: has a list of values that is compared with none',
      {
        ...sound,
        ofContract: { 'guild.kind': ['craft', 'trade'] },
      },
    ],
    [
      "knight.rank: 'squire' is in SQL, but not in the contract",
      {
        ...sound,
        ofContract: { ...sound.ofContract, 'knight.rank': ['page'] },
      },
    ],
    [
      "guild.kind: 'faith' is in the contract, but not in SQL",
      {
        ...sound,
        ofContract: { ...sound.ofContract, 'guild.kind': ['craft', 'trade', 'faith'] },
      },
    ],
    [
      'horse.colour: has no list of values in SQL',
      {
        ...sound,
        internal: { 'horse.colour': 'nobody asks' },
      },
    ],
  ])('%s', (fault, planted) => {
    expect(listFaults([knights, guilds], planted)).toEqual([fault])
  })

  it('and there is none where they are alike', () => {
    expect(listFaults([knights, guilds], sound)).toEqual([])
  })
})
