import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { newId } from '../../../platform/ids.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { ExpandedProduct } from '../../catalog/present/product.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import {
  type CustomerRow,
  findCustomerIn,
  findExternalCustomer,
} from '../../customers/store/customers.ts'
import { indexSecret } from '../../organizations/store/secret-directory.ts'
import type { TaxDue } from '../../tax/rules/tax-calculation.ts'
import { type PresentedCheckout } from '../present/checkout.ts'
import type { CheckoutContent } from '../rules/content.ts'
import { checkoutMilliseconds } from '../rules/lifecycle.ts'
import { type CheckoutInput, planNewCheckout } from '../rules/new-checkout.ts'
import { type Offerer, visibilityRefusal } from '../rules/visibility.ts'
import { type CheckoutRow, findFrozenAt, insertCheckout } from '../store/checkouts.ts'
import { columnsOf, contextOf, discountFacts } from './checkout-facts.ts'
import { newCheckoutSecret } from './checkout-secret.ts'
import { taxColumns, taxDue, taxOf } from './checkout-tax.ts'
import type { CheckoutDeps } from './deps.ts'
import { type CheckoutDetails, gatherDiscounts, gatherProducts } from './gather-checkouts.ts'
import { gatherCredits } from './gather-credits.ts'
import { recordCheckout } from './record-checkout.ts'
import { refuseSecondSubscription } from './sole-subscription.ts'
import { findBuyer } from './upgrade.ts'

/** A product that the buyer can choose, and where the body names it. */
export interface OfferedProduct {
  readonly id: Id<'product'>
  readonly loc: readonly (string | number)[]
}

export interface CheckoutRequest {
  readonly organizationId: Id<'organization'>
  /** The first one is selected. */
  readonly offered: readonly OfferedProduct[]
  readonly input: CheckoutInput
  readonly discountId: Id<'discount'> | null
  /** Who named the products: the seller may sell any. */
  readonly offeredBy: Offerer
  /** A free subscription that becomes the bought one. */
  readonly upgradeOf?: Id<'subscription'> | null | undefined
  /** By which the buyer came. */
  readonly checkoutLinkId?: Id<'checkoutLink'> | null
  /** Whether the answer may reveal that the address belongs to a customer. */
  readonly mayRevealCustomer: boolean
}

/** Everything that is needed to insert a checkout. */
export interface PreparedCheckout {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'checkout'>
  readonly content: CheckoutContent
  readonly tax: TaxDue | null
  readonly productIds: readonly Id<'product'>[]
  readonly checkoutLinkId: Id<'checkoutLink'> | null
  readonly details: CheckoutDetails
}

/** Runs outside a transaction, because the tax may come from another server. */
export async function prepareCheckout(
  deps: CheckoutDeps,
  request: CheckoutRequest,
): Promise<PreparedCheckout> {
  const { organizationId, offered, offeredBy, input, discountId } = request
  const { upgradeOf = null, checkoutLinkId = null } = request
  const { reads: db } = deps.uowFactory.database
  const productIds = offered.map(({ id }) => id)
  const [found, discounts] = await Promise.all([
    gatherProducts(db, deps, organizationId, productIds),
    gatherDiscounts(db, organizationId, discountId === null ? [] : [discountId]),
  ])
  const products = requireProducts(offered, { found, offeredBy })
  const [product] = products
  if (product === undefined) throw new Problem('checkout_product_unknown')
  const discount = await usableDiscount(deps, { organizationId, discountId, discounts, products })
  const named = await namedCustomer(deps, organizationId, input)
  const customer = await findBuyer(db, { organizationId, upgradeOf, named, offered, products })
  const content = accept(
    planNewCheckout(contextOf(products), {
      input,
      product,
      discount,
      customer: customer === null ? null : presentCustomer(customer),
      upgradeOf,
    }),
  )
  const { mayRevealCustomer } = request
  const purchase = { organizationId, content, product, mayRevealCustomer }
  await refuseSecondSubscription(db, deps, purchase)
  const id = newId('checkout', deps.clock)
  const tax = taxDue(await taxOf(deps, { organizationId, id, content }))
  const prices = new Map(products.flatMap((one) => one.prices.map((price) => [price.id, price])))
  const details = {
    offered: new Map([[id, productIds]]),
    products: found,
    prices,
    discounts,
    payments: new Map(),
    credits: await gatherCredits(db, organizationId, [
      { ...content, id, status: 'open', createdCustomerId: null },
    ]),
  }
  return { organizationId, id, content, tax, productIds, checkoutLinkId, details }
}

export interface SavedCheckout {
  readonly row: CheckoutRow
  readonly presented: PresentedCheckout
}

export async function saveNewCheckout(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  { organizationId, id, content, tax, productIds, checkoutLinkId, details }: PreparedCheckout,
): Promise<SavedCheckout> {
  const { tx, now } = uow
  const { hash, keyId } = newCheckoutSecret(deps.keyring, id)
  const checkout = {
    organizationId,
    id,
    checkoutLinkId,
    secretHash: hash,
    secretKeyId: keyId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + checkoutMilliseconds),
    ...columnsOf(content),
    ...taxColumns(tax),
  }
  uow.noteDue(organizationId, 'checkout.expire_due')
  const [, row] = await inOrder(tx, [
    () => indexSecret(tx, { hash, organizationId }),
    () => insertCheckout(tx, checkout, productIds),
  ])
  return { row, presented: recordCheckout(uow, deps, 'created', { row, details }) }
}

interface Catalogue {
  readonly found: ReadonlyMap<Id<'product'>, ExpandedProduct>
  readonly offeredBy: Offerer
}

function requireProducts(
  offered: readonly OfferedProduct[],
  { found, offeredBy }: Catalogue,
): ExpandedProduct[] {
  const products = new Map<Id<'product'>, ExpandedProduct>()
  for (const { id, loc } of offered) {
    const product = found.get(id)
    if (product === undefined) throw new Problem('checkout_product_unknown', { loc })
    if (product.isArchived) throw new Problem('checkout_product_archived', { loc })
    accept(visibilityRefusal(product, offeredBy, loc))
    if (products.has(id)) throw new Problem('checkout_product_twice', { loc })
    products.set(id, product)
  }
  return [...products.values()]
}

interface NamedDiscount {
  readonly organizationId: Id<'organization'>
  readonly discountId: Id<'discount'> | null
  readonly discounts: CheckoutDetails['discounts']
  readonly products: readonly ExpandedProduct[]
}

async function usableDiscount(
  { uowFactory, clock }: CheckoutDeps,
  { organizationId, discountId, discounts, products }: NamedDiscount,
) {
  if (discountId === null) return null
  const discount = discounts.get(discountId)
  if (discount === undefined) {
    throw new Problem('checkout_discount_unknown', { loc: ['body', 'discount_id'] })
  }
  const frozenAt = await findFrozenAt(uowFactory.database.reads, organizationId)
  return discountFacts(discount, { products, now: frozenAt ?? clock.now() })
}

/** An id must exist; an external id may belong to a future customer. */
async function namedCustomer(
  { uowFactory }: CheckoutDeps,
  organizationId: Id<'organization'>,
  { customerId, customerExternalId, externalCustomerId }: CheckoutInput,
): Promise<CustomerRow | null> {
  const { reads: db } = uowFactory.database
  if (customerId != null) {
    const customer = await findCustomerIn(db, [organizationId], customerId)
    if (customer !== undefined) return customer
    throw new Problem('customer_unknown', { loc: ['body', 'customer_id'] })
  }
  const externalId = externalCustomerId ?? customerExternalId ?? null
  if (externalId === null) return null
  return (await findExternalCustomer(db, { organizationId, externalId })) ?? null
}
