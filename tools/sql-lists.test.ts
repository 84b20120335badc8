import { describe, expect, it } from 'vitest'
import { auditActorTypes } from '../packages/contract/src/audit/audit-shapes.ts'
import { benefitTypes } from '../packages/contract/src/benefits/shapes.ts'
import { customFieldTypes } from '../packages/contract/src/catalog/custom-field-shapes.ts'
import {
  discountDurations,
  discountTypes,
} from '../packages/contract/src/catalog/discount-shapes.ts'
import { priceAmountTypes, recurringIntervals } from '../packages/contract/src/catalog/prices.ts'
import { productVisibilities } from '../packages/contract/src/catalog/product-shapes.ts'
import { checkoutStatuses } from '../packages/contract/src/checkout/checkout-statuses.ts'
import { grantStatuses } from '../packages/contract/src/entitlements/grant-shapes.ts'
import { fileServices } from '../packages/contract/src/files/shapes.ts'
import { userRoles } from '../packages/contract/src/identity/user-roles.ts'
import {
  differenceKinds,
  transactionSubjects,
} from '../packages/contract/src/ledger/reconciliation.ts'
import { entryKinds, ledgerAccounts } from '../packages/contract/src/ledger/shapes.ts'
import {
  usageLimitSetters,
  usageReservationStatuses,
} from '../packages/contract/src/limits/limit-shapes.ts'
import { listNames } from '../packages/contract/src/lists/lists.ts'
import { propertyFunctions } from '../packages/contract/src/metering/shapes.ts'
import { movementKinds } from '../packages/contract/src/metrics/movement-kinds.ts'
import { balanceEntryKinds } from '../packages/contract/src/orders/balance-shapes.ts'
import { disputeStatuses } from '../packages/contract/src/orders/dispute-shapes.ts'
import { invoiceKinds } from '../packages/contract/src/orders/invoices.ts'
import {
  billingReasons,
  closingReasons,
  orderClosings,
  orderStatuses,
} from '../packages/contract/src/orders/order-shapes.ts'
import { refundReasons, refundStatuses } from '../packages/contract/src/orders/refund-shapes.ts'
import {
  disputeBehaviors,
  dunningFinalActions,
  prorationModes,
} from '../packages/contract/src/organizations/billing-settings.ts'
import { invitationStatuses, memberRoles } from '../packages/contract/src/organizations/roles.ts'
import { paymentStatuses } from '../packages/contract/src/payments/shapes.ts'
import { oauthPlatforms } from '../packages/contract/src/portal/oauth-accounts.ts'
import { cancellationReasons } from '../packages/contract/src/subscriptions/subscription-shapes.ts'
import { subscriptionStatuses } from '../packages/contract/src/subscriptions/subscription-statuses.ts'
import { taxabilityReasons, taxSchemes } from '../packages/contract/src/tax/shapes.ts'
import { topUpStopReasons } from '../packages/contract/src/topups/top-up-shapes.ts'
import {
  creditClosings,
  creditMovementKinds,
  creditSources,
} from '../packages/contract/src/usage/credit-shapes.ts'
import { eventSources } from '../packages/contract/src/usage/shapes.ts'
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
    'audit_log_entry.actor_type': auditActorTypes,
    'benefit.type': benefitTypes,
    'benefit_grant.status': grantStatuses,
    'oauth_account.provider': oauthPlatforms,
    'external_access.provider': oauthPlatforms,
    'custom_field.type': customFieldTypes,
    'discount.type': discountTypes,
    'discount.duration': discountDurations,
    'file.service': fileServices,
    'product.visibility': productVisibilities,
    'product.recurring_interval': recurringIntervals,
    'product.leading_amount_type': priceAmountTypes,
    'product_price.amount_type': priceAmountTypes,
    'credit_lot.source': creditSources,
    'credit_lot.closed_by': creditClosings,
    'credit_movement.kind': creditMovementKinds,
    'usage_limit.set_by': usageLimitSetters,
    'usage_reservation.status': usageReservationStatuses,
    'top_up.stop_reason': topUpStopReasons,
    'credit_purchase.status': paymentStatuses,
    'usage_event.source': eventSources,
    'usage_event_name.source': eventSources,
    'member.role': memberRoles,
    'invitation.role': memberRoles,
    'invitation.status': invitationStatuses,
    'organization.proration_behavior': prorationModes,
    'organization.dunning_final_action': dunningFinalActions,
    'organization.dispute_behavior': disputeBehaviors,
    'checkout.status': checkoutStatuses,
    'orders.status': orderStatuses,
    'orders.collection_stopped_as': orderClosings,
    'orders.collection_stopped_reason': closingReasons,
    'customer_balance_entry.kind': balanceEntryKinds,
    'orders.billing_reason': billingReasons,
    'orders.taxability_reason': taxabilityReasons,
    'payment.status': paymentStatuses,
    'method_set_up.status': paymentStatuses,
    'invoice.kind': invoiceKinds,
    'invoice.series': invoiceKinds,
    'refund.status': refundStatuses,
    'dispute.status': disputeStatuses,
    'dispute.notified_status': disputeStatuses,
    'subscription.status': subscriptionStatuses,
    'subscription.recurring_interval': recurringIntervals,
    'subscription.customer_cancellation_reason': cancellationReasons,
    'subscription_movement.kind': movementKinds,
    'subscription_price.kind': priceAmountTypes,
    'saved_view.list': listNames,
    'list_columns.list': listNames,
    'tax_registration.scheme': taxSchemes,
    'refund.reason': refundReasons,
    'journal_entry.kind': entryKinds,
    'entry_line.account': ledgerAccounts,
    'balance_transaction.about': transactionSubjects,
    'reconciliation_difference.about': transactionSubjects,
    'reconciliation_difference.kind': differenceKinds,
    'meter.aggregation_func': ['count', ...propertyFunctions, 'unique'],
    'webhook_endpoint.format': webhookFormats,
    'webhook_endpoint.disabled_reason': webhookDisabledReasons,
    'webhook_delivery.state': webhookMessageStates,
  },
  internal: {
    'partition_plan.unit': 'how often a table gets a partition',
    'picture.format': 'the API shows the URL only',
    'picture.owner_kind': 'not in the API',
    'payment.processor': 'the API always shows stripe',
    'processor_event.processor': 'not in the API',
    'processor_customer.processor': 'not in the API',
    'payment_method.processor': 'not in the API',
    'method_set_up.processor': 'not in the API',
    'sandbox_intent.purpose': 'internal to the sandbox',
    'sandbox_intent.status': 'internal to the sandbox',
    'sandbox_refund.status': 'internal to the sandbox',
    'sandbox_dispute.status': 'internal to the sandbox',
    'sandbox_dispute.outcome': 'internal to the sandbox',
    'external_access.held': 'not in the API',
    'billing_entry.kind': 'the API shows the label of an item instead',
    'license_key.seller_status': 'the API shows the status that the grant leads to',
    'mail.status': 'not in the API',
    'verification.purpose': 'not in the API',
  },
}

it('the lists of values in SQL match the contract', async () => {
  const checks = await runOn<{ table: string; definition: string }>(db.ownerUrl, checksQuery)
  expect(listFaults(checks, lists)).toEqual([])
})

describe('a planted fault is reported', () => {
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
      'knight.rank: has a list of values that is not compared with the contract',
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
      'horse.color: has no list of values in SQL',
      {
        ...sound,
        internal: { 'horse.color': 'internal' },
      },
    ],
  ])('%s', (fault, planted) => {
    expect(listFaults([knights, guilds], planted)).toEqual([fault])
  })

  it('equal lists have no faults', () => {
    expect(listFaults([knights, guilds], sound)).toEqual([])
  })
})
