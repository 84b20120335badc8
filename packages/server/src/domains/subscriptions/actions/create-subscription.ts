import type { BodyOf } from '@guildhall/contract/operation'
import { currency, type Id } from '@guildhall/contract/primitives'
import type { createSubscription as contract } from '@guildhall/contract/subscriptions/subscriptions'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { listActivePrices } from '../../catalog/store/product-prices.ts'
import { findProducts } from '../../catalog/store/products.ts'
import {
  type CustomerRow,
  lockCustomer,
  lockCustomerByExternalId,
} from '../../customers/store/customers.ts'
import { placeOrders } from '../../orders/actions/place-orders.ts'
import type { TaxDue } from '../../tax/rules/tax-calculation.ts'
import { creationRefusal } from '../rules/refusals.ts'
import { findOpenSubscriptionsOf, type SubscriptionRow } from '../store/subscriptions.ts'
import { catalogProduct } from './catalog-facts.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readSettings } from './read-settings.ts'
import { orderOf } from './save-decisions.ts'
import { insertStarted } from './start-subscription.ts'

type Input = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

/** A free price has no currency; every other price is in dollars. */
const dollars = currency.parse('usd')

/** Without a checkout: subscribes a customer to a free product, or starts a trial. */
export async function createSubscription(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  input: Input,
): Promise<SubscriptionRow> {
  const { organizationId, productId, trialEnd = null } = input
  const [product] = await findProducts(uow.tx, organizationId, [productId])
  assert(product !== undefined, 'the caller found the product in this organization')
  const prices = await listActivePrices(uow.tx, organizationId, [productId])
  const { now } = uow
  accept(creationRefusal(catalogProduct(product, prices), { trialEnd, now }))
  const customer = await lockNamedCustomer(uow, input)
  await requireNoOther(uow, customer)
  const { row, decision } = await insertStarted(uow, deps, {
    organizationId,
    customer,
    product,
    prices,
    chosenAmount: null,
    discount: null,
    checkoutId: null,
    paymentMethodId: null,
    isAccepted: true,
    currency: dollars,
    customFieldData: {},
    metadata: input.metadata ?? {},
    trialEnd,
  })
  assert(decision.order !== null, 'every period has an order')
  const toSave = { row, before: decision.after, decision, tax: nothingDue }
  await placeOrders(uow, [orderOf(toSave, decision.order, customer)])
  return row
}

const nothingDue: TaxDue = {
  amount: minorUnits(0),
  reason: 'not_subject_to_tax',
  rate: null,
  calculationId: null,
}

/** The lock makes the second of two concurrent subscriptions see the first. */
async function lockNamedCustomer({ tx }: UnitOfWork, input: Input): Promise<CustomerRow> {
  const { organizationId, customerId: id, externalCustomerId: externalId } = input
  const found =
    id == null
      ? externalId != null && (await lockCustomerByExternalId(tx, { organizationId, externalId }))
      : await lockCustomer(tx, { organizationId, id })
  if (found) return found
  const field = id == null ? 'external_customer_id' : 'customer_id'
  throw new Problem('customer_unknown', { loc: ['body', field] })
}

async function requireNoOther(
  { tx }: UnitOfWork,
  { organizationId, id }: Pick<CustomerRow, 'organizationId' | 'id'>,
): Promise<void> {
  const { allowMultipleSubscriptions } = await readSettings(tx, organizationId)
  if (allowMultipleSubscriptions) return
  const open = await findOpenSubscriptionsOf(tx, organizationId, id)
  if (open.length > 0) throw new Problem('subscription_active_already')
}
