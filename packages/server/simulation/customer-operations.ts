import { type Address, missingForTax } from '@guildhall/contract/customers/address'
import { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import type { Id } from '@guildhall/contract/primitives'
import { withProducts } from '../src/domains/catalog/store/discount-products.ts'
import { findDiscounts } from '../src/domains/catalog/store/discounts.ts'
import { listActivePrices } from '../src/domains/catalog/store/product-prices.ts'
import { findProducts } from '../src/domains/catalog/store/products.ts'
import { type CustomerRow, findCustomersByIds } from '../src/domains/customers/store/customers.ts'
import { placeOrders } from '../src/domains/orders/actions/place-orders.ts'
import { methodsToCharge } from '../src/domains/payments/actions/methods-to-charge.ts'
import { submitPayments } from '../src/domains/payments/actions/submit-payments.ts'
import { applyPaymentOutcomes } from '../src/domains/subscriptions/actions/apply-payment-outcomes.ts'
import {
  billingDetailsOf,
  detailsWithoutCheckout,
} from '../src/domains/subscriptions/actions/billing-details-of.ts'
import { changeSubscription } from '../src/domains/subscriptions/actions/change-subscription.ts'
import { startCollecting } from '../src/domains/subscriptions/actions/collect-orders.ts'
import { calculateOrderTaxes } from '../src/domains/subscriptions/actions/order-tax.ts'
import type { ChangeInput } from '../src/domains/subscriptions/actions/read-change-request.ts'
import { orderOf } from '../src/domains/subscriptions/actions/save-decisions.ts'
import { insertStarted } from '../src/domains/subscriptions/actions/start-subscription.ts'
import type { BillingDetails } from '../src/domains/subscriptions/rules/billing-details.ts'
import { assert } from '../src/kernel/assert.ts'
import { Problem } from '../src/kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../src/platform/unit-of-work.ts'
import type { TestDeps } from '../test/payments.ts'
import { makeDefault, addCard as storeCard } from '../test/renewals.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { inPlace } from './moving-customers.ts'
import { type Buyer, dollars, type Offer, type Shop } from './shop.ts'
import { acceptSomething, enterStrangersCard, type TypedPurchase } from './typed-purchases.ts'
import type { WorldOperation } from './world-operation.ts'

/**
 * A greedy customer, together with the one who moves: buys, accepts, changes plans in all ways, ends
 * and starts again, and adds good and bad cards.
 */
export const customerOperations = (shop: Shop): WorldOperation[] => [
  { weight: 1, run: (chance) => subscribeSomebody(shop, chance) },
  { weight: 2, run: (chance) => buyAsSomebody(shop, chance) },
  { weight: 1, run: (chance) => acceptSomething(shop, chance) },
  { weight: 8, run: (chance) => changeSomething(shop, chance) },
  { weight: 2, run: (chance) => changeAndCrash(shop, chance) },
  { weight: 2, run: (chance) => addSomeCard(shop, chance) },
]

const cards = [
  { token: 'tok_sandbox_ok', last4: '4242', name: 'a good card' },
  { token: 'tok_sandbox_fails_later', last4: '0341', name: 'a card that fails later' },
] as const

async function addSomeCard(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  const card = chance.pick(cards)
  await addCard(shop, buyer, card)
  return `${buyer.name} adds ${card.name}`
}

async function addCard(
  { deps, organizationId }: Shop,
  buyer: Buyer,
  { token, last4 }: (typeof cards)[number],
): Promise<void> {
  const { customerId } = buyer
  await storeCard(deps, { organizationId, customerId }, token)
  await makeDefault(deps, { organizationId, customerId }, last4)
  buyer.hasCard = true
}

/** Frequent, because most other operations need subscriptions. */
export async function subscribeAll(shop: Shop, chance: Chance): Promise<void> {
  for (const buyer of shop.buyers) await subscribe(shop, buyer, chance)
}

async function subscribeSomebody(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  if (buyer.subscriptions.length >= 2) return `${buyer.name} has enough`
  return subscribe(shop, buyer, chance)
}

async function subscribe(shop: Shop, buyer: Buyer, chance: Chance): Promise<string> {
  const offer = chance.pick(shop.offers)
  const discountIds = [shop.firstMonthId, ...shop.discountIds]
  const discountId = chance.oneIn(2) ? chance.pick(discountIds) : null
  const trialDays = chance.oneIn(5) ? chance.whole(1, 20) : null
  const isPaidLater = trialDays !== null || offer.amount === null
  if (!buyer.hasCard && !(isPaidLater && chance.oneIn(2))) {
    await addCard(shop, buyer, chance.pick(cards))
  }
  const purchase = { offer, discountId, trialDays, address: drawAddress(chance) }
  buyer.subscriptions.push(await start(shop, buyer, purchase))
  const discounted = discountId === null ? '' : ', discounted'
  const onTrial = trialDays === null ? '' : ', on trial'
  return `${buyer.name} subscribes to ${offer.name}${discounted}${onTrial}`
}

const drawAddress = (chance: Chance): Address | null =>
  chance.oneIn(2) ? null : chance.pick(placesOfCheckouts)

const placesOfCheckouts = [inPlace('DE'), inPlace('HU'), inPlace('US', 'US-CA')]

/** Somebody buys with the address of a customer. */
async function buyAsSomebody(shop: Shop, chance: Chance): Promise<string> {
  const buyer = chance.pick(shop.buyers)
  const offer = chance.pick(shop.offers)
  if (offer.amount === null || buyer.subscriptions.length >= 3) return 'a stranger buys nothing'
  // Mostly one that leaves renewals overdue, which others could be charged for.
  const { token, name } = chance.oneIn(4) ? cards[0] : cards[1]
  const typed = await enterStrangersCard(shop, buyer, { offer, token })
  const purchase = { offer, discountId: null, trialDays: null, typed, address: drawAddress(chance) }
  buyer.subscriptions.push(await start(shop, buyer, purchase))
  return `a stranger buys ${offer.name} as ${buyer.name} with ${name}`
}

interface Purchase {
  /** Bought by somebody who only typed the customer’s address. */
  readonly typed?: TypedPurchase
  readonly offer: Offer
  readonly discountId: Id<'discount'> | null
  readonly trialDays: number | null
  /** Entered in the checkout; null for the customer’s. */
  readonly address: Address | null
}

/** Like a checkout: started and billed in a transaction, and charged outside of it. */
async function start(shop: Shop, buyer: Buyer, purchase: Purchase): Promise<Id<'subscription'>> {
  const { deps, organizationId } = shop
  const { id, payments } = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    startIn(uow, shop, buyer, purchase),
  )
  const keys = payments.map((paymentId) => ({ organizationId, paymentId }))
  await applyPaymentOutcomes(deps, organizationId, await submitPayments(deps, keys))
  return id
}

async function startIn(
  uow: UnitOfWork,
  { deps, organizationId }: Shop,
  { customerId }: Buyer,
  { offer: { productId }, discountId, trialDays, typed, address }: Purchase,
) {
  const { tx, now } = uow
  const [customer] = await findCustomersByIds(tx, organizationId, [customerId])
  const [product] = await findProducts(tx, organizationId, [productId])
  assert(customer !== undefined && product !== undefined, 'the shop opened with them')
  const found = discountId === null ? [] : await findDiscounts(tx, organizationId, [discountId])
  const [discount] = await withProducts(tx, found)
  const { row, decision } = await insertStarted(uow, deps, {
    organizationId,
    customer,
    product,
    prices: await listActivePrices(tx, organizationId, [productId]),
    chosenAmount: null,
    discount: discount ?? null,
    checkoutId: typed?.checkoutId ?? null,
    paymentMethodId: typed?.paymentMethodId ?? null,
    isAccepted: typed === undefined,
    currency: dollars,
    billing: billingIn(customer, address),
    customFieldData: {},
    metadata: {},
    trialEnd: trialDays === null ? null : new Date(now.getTime() + trialDays * dayMilliseconds),
  })
  assert(decision.order !== null, 'every period has an order')
  const [tax] = await calculateOrderTaxes(deps, organizationId, [
    {
      reference: row.id,
      billing: billingDetailsOf(row, customer),
      currency: dollars,
      order: decision.order,
    },
  ])
  assert(tax !== undefined && !('incomplete' in tax), 'checkouts ask for the address')
  const toSave = { row, before: decision.after, decision, tax }
  const [placed] = await placeOrders(uow, [orderOf(toSave, decision.order, customer)])
  assert(placed !== undefined, 'one order is placed')
  const { order, dueAmount } = placed
  const wanted = [
    {
      customerId,
      paymentMethodId: row.paymentMethodId,
      purchaseId: typed?.checkoutId ?? null,
    },
  ]
  const [method] = await methodsToCharge(tx, organizationId, wanted)
  if (dueAmount === 0 || method == null) return { id: row.id, payments: [] }
  const { name: productName } = product
  const { id: paymentMethodId } = method
  const charge = { row, customer, productName, orderId: order.id, dueAmount, paymentMethodId }
  const payments = await startCollecting(uow, deps, [charge])
  return { id: row.id, payments: payments.map(({ id }) => id) }
}

/** A checkout asks for an address that says enough for tax. */
function billingIn(customer: CustomerRow, entered: Address | null): BillingDetails {
  const billing = detailsWithoutCheckout(customer)
  const isEnough = missingForTax(billing.address, { byPostalCode: false }) === null
  return { ...billing, address: entered ?? (isEnough ? billing.address : inPlace('DE')) }
}

const dayMilliseconds = 86_400_000

async function changeSomething(shop: Shop, chance: Chance): Promise<string> {
  const drawn = drawChange(shop, chance)
  if (drawn === null) return 'no one has anything to change'
  await change(shop, shop.deps, drawn)
  return drawn.line
}

async function changeAndCrash(shop: Shop, chance: Chance): Promise<string> {
  const drawn = drawChange(shop, chance)
  if (drawn === null) return 'no one has anything to change'
  const at = chance.whole(1, 60)
  await crashing(shop, at, (deps) => change(shop, deps, drawn))
  return `${drawn.line}, and the server crashes at statement ${at} at the latest`
}

interface DrawnChange {
  readonly line: string
  readonly id: Id<'subscription'>
  readonly change: ChangeInput
}

function drawChange(shop: Shop, chance: Chance): DrawnChange | null {
  const buyer = chance.pick(shop.buyers)
  if (buyer.subscriptions.length === 0) return null
  const { name, change: drawn } = chance.weighted(possibleChanges).draw(shop, chance)
  const id = chance.pick(buyer.subscriptions)
  const line = `${buyer.name} ${name} (${buyer.subscriptions.indexOf(id) + 1})`
  return { line, id, change: drawn }
}

interface NamedChange {
  readonly name: string
  readonly change: ChangeInput
}

const always = (name: string, change: ChangeInput) => (): NamedChange => ({ name, change })

const possibleChanges: readonly {
  readonly weight: number
  readonly draw: (shop: Shop, chance: Chance) => NamedChange
}[] = [
  {
    weight: 10,
    draw: ({ offers }, chance) => {
      const { name, productId } = chance.pick(offers)
      const prorationBehavior = chance.pick(prorationModes)
      return {
        name: `changes to ${name} by ${prorationBehavior}`,
        change: { productId, prorationBehavior },
      }
    },
  },
  { weight: 3, draw: moveUp },
  {
    weight: 2,
    draw: ({ discountIds }, chance) => {
      const discountId = chance.pick([null, ...discountIds])
      const name = discountId === null ? 'loses the discount' : 'gets a discount'
      return { name, change: { discountId } }
    },
  },
  { weight: 3, draw: always('cancels', { cancelAtPeriodEnd: true }) },
  { weight: 2, draw: always('undoes the cancellation', { cancelAtPeriodEnd: false }) },
  { weight: 2, draw: always('is revoked', { revoke: true }) },
  { weight: 1, draw: always('ends the trial', { trialEnd: 'now' }) },
  { weight: 1, draw: always('removes the scheduled change', { pendingUpdate: null }) },
]

/** The customer takes a dear plan themselves, in the hope that what they were given pays for it. */
function moveUp({ offers }: Shop, chance: Chance): NamedChange {
  const dear = offers.filter(({ amount }) => amount !== null && amount > dearAmount)
  const { name, productId } = chance.pick(dear)
  return { name: `moves up to ${name}`, change: { productId, isByCustomer: true } }
}

const dearAmount = 5000

/** Refusals are expected. */
async function change(
  { organizationId }: Shop,
  deps: TestDeps,
  { id, change: drawn }: DrawnChange,
): Promise<void> {
  try {
    await changeSubscription(deps, {
      key: { organizationId, id },
      change: drawn,
      run: (task) => runUnitOfWork(deps.uowFactory, { organizationId }, task),
      finish: async () => undefined,
      savePaymentId: async () => undefined,
      startedPaymentId: null,
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
