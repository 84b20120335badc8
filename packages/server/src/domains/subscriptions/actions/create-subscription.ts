import type { BodyOf } from '@guildhall/contract/endpoint'
import { currency, type Id } from '@guildhall/contract/primitives'
import type { createSubscription as contract } from '@guildhall/contract/subscriptions/subscriptions'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { findProductsOf, listPricesOf } from '../../catalog/index.ts'
import { type CustomerRow, lockCustomer, lockExternalCustomer } from '../../customers/index.ts'
import { placeOrders } from '../../orders/index.ts'
import { billingSettingsOf } from '../../organizations/index.ts'
import type { TaxDue } from '../../tax/index.ts'
import { withoutCheckoutRefusal } from '../rules/without-checkout.ts'
import { findOpenSubscriptionsOf, type SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionParts } from './parts.ts'
import { orderOf } from './save-plans.ts'
import { begin } from './subscribe.ts'
import { wantedProduct } from './wanted.ts'

type Wish = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

/** What has no price of a currency has this one: no product is sold in any other. */
const dollars = currency.parse('usd')

/** Subscribes a customer to what costs nothing, or nothing yet, with the order that every period has. */
export async function createSubscription(
  unit: Work,
  parts: SubscriptionParts,
  wish: Wish,
): Promise<SubscriptionRow> {
  const { organizationId, productId, trialEnd = null } = wish
  const [product] = await findProductsOf(unit.tx, organizationId, [productId])
  assert(product !== undefined, 'it was found in this organization')
  const prices = await listPricesOf(unit.tx, organizationId, [productId])
  const { now } = unit
  accept(withoutCheckoutRefusal(wantedProduct(product, prices), { trialEnd, now }))
  const customer = await lockMeant(unit, wish)
  await requireRoom(unit, customer)
  const { row, plan } = await begin(unit, parts, {
    organizationId,
    customer,
    product,
    prices,
    chosenAmount: null,
    discount: null,
    checkoutId: null,
    paymentMethodId: null,
    currency: dollars,
    customFieldData: {},
    metadata: wish.metadata ?? {},
    upgradeOf: null,
    trialEnd,
  })
  assert(plan.order !== null, 'every period has an order')
  const save = { row, before: plan.after, plan, tax: nothingDue }
  await placeOrders(unit, [orderOf(save, plan.order, customer)])
  return row
}

const nothingDue: TaxDue = {
  amount: minorUnits(0),
  reason: 'not_subject_to_tax',
  rate: null,
  calculationId: null,
}

/** Under a lock, so that of two subscriptions at once the second finds the first. */
async function lockMeant({ tx }: Work, wish: Wish): Promise<CustomerRow> {
  const { organizationId, customerId: id, externalCustomerId: externalId } = wish
  const found =
    id == null
      ? externalId != null && (await lockExternalCustomer(tx, { organizationId, externalId }))
      : await lockCustomer(tx, { organizationId, id })
  if (found) return found
  const field = id == null ? 'external_customer_id' : 'customer_id'
  throw new Problem('customer_unknown', { loc: ['body', field] })
}

async function requireRoom(
  { tx }: Work,
  { organizationId, id }: Pick<CustomerRow, 'organizationId' | 'id'>,
): Promise<void> {
  const settings = (await billingSettingsOf(tx, [organizationId])).get(organizationId)
  if (settings?.allowMultipleSubscriptions === true) return
  const open = await findOpenSubscriptionsOf(tx, organizationId, id)
  if (open.length > 0) throw new Problem('subscription_active_already')
}
