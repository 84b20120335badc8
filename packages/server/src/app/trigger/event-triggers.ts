import type { Id } from '@guildhall/contract/primitives'
import type { TriggeredEventType } from '@guildhall/contract/webhooks/webhook-events'
import { updateBenefit } from '../../domains/benefits/actions/update-benefit.ts'
import { setProductBenefits } from '../../domains/catalog/actions/set-product-benefits.ts'
import { updateProduct } from '../../domains/catalog/actions/update-product.ts'
import { giveCredits } from '../../domains/credits/actions/give-credits.ts'
import { deleteCustomer } from '../../domains/customers/actions/delete-customer.ts'
import { updateCustomer } from '../../domains/customers/actions/update-customer.ts'
import { convergeGrants } from '../../domains/entitlements/actions/converge-grants.ts'
import { findGrantsOf } from '../../domains/entitlements/store/grants.ts'
import { setLimit } from '../../domains/limits/actions/set-limit.ts'
import { tellThresholds } from '../../domains/limits/actions/tell-thresholds.ts'
import { updateOrder } from '../../domains/orders/actions/update-order.ts'
import { updateSeller } from '../../domains/organizations/actions/update-seller.ts'
import { findOrganization } from '../../domains/organizations/store/organizations.ts'
import { withSlowRefunds } from '../../domains/payments/actions/open-processors.ts'
import { openIngestion } from '../../domains/usage/actions/ingest-events.ts'
import { assert } from '../../kernel/assert.ts'
import {
  createSampleBenefit,
  createSampleCustomer,
  createSampleMeter,
  createSampleProduct,
  runAsSeller,
  type TriggerContext,
} from './create-objects.ts'
import {
  buy,
  change,
  dispute,
  fillCheckout,
  openCheckout,
  refund,
  subscribe,
} from './make-purchases.ts'

/** Creates the object of the event, and returns its id. */
type EventTrigger = (context: TriggerContext) => Promise<string>

const changed = 'Changed (triggered)'

/** How each event is caused, with the same actions that cause it in normal use. */
export const eventTriggers: Readonly<Record<TriggeredEventType, EventTrigger>> = {
  'checkout.created': (context) => openCheckout(context),
  'checkout.updated': async (context) => {
    const id = await openCheckout(context)
    await fillCheckout(context, id)
    return id
  },
  'customer.created': async (context) => (await createSampleCustomer(context)).id,
  'customer.updated': async (context) => {
    const customer = await createSampleCustomer(context)
    const requested = { key: customer, update: { name: changed } }
    await runAsSeller(context, (uow) => updateCustomer(uow, context.deps, requested))
    return customer.id
  },
  'customer.deleted': async (context) => {
    const customer = await createSampleCustomer(context)
    const deletion = {
      key: customer,
      forfeitsBalance: false,
      isErased: false,
      actor: null,
    }
    await runAsSeller(context, (uow) => deleteCustomer(uow, context.deps, deletion))
    return customer.id
  },
  // Follows any change of a customer.
  'customer.state_changed': async (context) => (await createSampleCustomer(context)).id,
  'order.created': buyOnce,
  'order.updated': async (context) => {
    const { orderId } = await buy(context, 'once')
    const key = { organizationId: context.organizationId, id: orderId }
    await runAsSeller(context, (uow) => updateOrder(uow, key, { billingName: changed }))
    return orderId
  },
  'order.paid': buyOnce,
  'order.refunded': async (context) => {
    const { orderId } = await buy(context, 'once')
    await refund(context, orderId)
    return orderId
  },
  'subscription.created': subscribe,
  'subscription.updated': subscribe,
  'subscription.active': subscribe,
  'subscription.canceled': cancelAtPeriodEnd,
  'subscription.uncanceled': async (context) => {
    const id = await cancelAtPeriodEnd(context)
    await change(context, id, { cancelAtPeriodEnd: false })
    return id
  },
  'subscription.revoked': async (context) => {
    const id = await subscribe(context)
    await change(context, id, { revoke: true })
    return id
  },
  'refund.created': async (context) => refund(context, (await buy(context, 'once')).orderId),
  'refund.updated': async (context) => {
    const { orderId } = await buy(context, 'once')
    return refund(context, orderId, withSlowRefunds(context.deps))
  },
  'dispute.created': async (context) =>
    dispute(context, (await buy(context, 'once')).orderId, 'needs_response'),
  'dispute.updated': async (context) => {
    const { orderId } = await buy(context, 'once')
    await dispute(context, orderId, 'needs_response')
    return dispute(context, orderId, 'won')
  },
  'product.created': (context) => createSampleProduct(context, 'once'),
  'product.updated': async (context) => {
    const { deps, organizationId } = context
    const id = await createSampleProduct(context, 'once')
    const renaming = { key: { organizationId, id }, input: { name: changed } }
    await runAsSeller(context, (uow) => updateProduct(uow, deps, renaming))
    return id
  },
  'benefit.created': createSampleBenefit,
  'benefit.updated': async (context) => {
    const { deps, organizationId } = context
    const id = await createSampleBenefit(context)
    const changing = {
      input: { type: 'custom' as const, description: changed },
      target: null,
    }
    await runAsSeller(context, (uow) =>
      updateBenefit(uow, deps, { organizationId, id, meterId: null }, changing),
    )
    return id
  },
  'benefit_grant.created': async (context) => (await grantBenefit(context)).id,
  'benefit_grant.revoked': async (context) => {
    const { id, productId } = await grantBenefit(context)
    await setBenefits(context, productId, [])
    const { organizationId } = context
    await convergeGrants(context.deps, { organizationId, productId }, new AbortController().signal)
    return id
  },
  'customer_meter.credits_changed': async (context) => {
    const { organizationId } = context
    const { id: customerId } = await createSampleCustomer(context)
    const meterId = await createSampleMeter(context)
    const input = { meterId, units: 100, reason: changed }
    const { customerMeterId } = await runAsSeller(context, (uow) =>
      giveCredits(uow, { organizationId, customerId, input }),
    )
    return customerMeterId
  },
  'usage_limit.threshold_reached': async (context) => {
    const { deps, organizationId } = context
    const { id: customerId } = await createSampleCustomer(context)
    const meterId = await createSampleMeter(context)
    const input = { meterId, units: 1, isHard: false, thresholds: [100] }
    const limit = await runAsSeller(context, (uow) =>
      setLimit(uow, { organizationId, customerId, setBy: 'seller', input }),
    )
    await openIngestion(deps)({ organizationId, events: [{ name: 'page', customerId }] })
    await tellThresholds(deps, [organizationId])
    return limit.id
  },
  'organization.updated': saveUnchanged,
}

async function buyOnce(context: TriggerContext): Promise<string> {
  return (await buy(context, 'once')).orderId
}

/** A customer buys a product with a benefit. */
async function grantBenefit(context: TriggerContext) {
  const benefitId = await createSampleBenefit(context)
  const { orderId, productId } = await buy(context, 'once', (id) =>
    setBenefits(context, id, [benefitId]),
  )
  const { organizationId } = context
  const { kysely } = context.deps.uowFactory.database
  const [grant] = await findGrantsOf(kysely, {
    organizationId,
    subscriptionIds: [],
    orderIds: [orderId],
  })
  assert(grant !== undefined, 'a purchase grants the benefits of its product')
  return { id: grant.id, productId }
}

async function setBenefits(
  context: TriggerContext,
  productId: Id<'product'>,
  benefitIds: readonly Id<'benefit'>[],
): Promise<void> {
  const { deps, organizationId } = context
  const change = { key: { organizationId, id: productId }, benefitIds }
  await runAsSeller(context, (uow) => setProductBenefits(uow, deps, change))
}

async function cancelAtPeriodEnd(context: TriggerContext) {
  const id = await subscribe(context)
  await change(context, id, { cancelAtPeriodEnd: true })
  return id
}

/** Changes nothing, because the organization is real. */
async function saveUnchanged(context: TriggerContext): Promise<string> {
  const { deps, seller, organizationId: id } = context
  await runAsSeller(context, async (uow) => {
    const organization = await findOrganization(uow.tx, id)
    assert(organization !== undefined, 'the caller acts for an existing organization')
    return updateSeller(uow, deps, seller, { id, name: organization.name })
  })
  return id
}
