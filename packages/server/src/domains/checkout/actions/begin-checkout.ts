import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { newId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { ShownProduct } from '../../catalog/index.ts'
import {
  type CustomerRow,
  findCustomerIn,
  findExternalCustomer,
  presentCustomer,
} from '../../customers/index.ts'
import { fileSecret } from '../../organizations/index.ts'
import type { TaxDue } from '../../tax/index.ts'
import type { CheckoutContent } from '../rules/content.ts'
import { checkoutMilliseconds } from '../rules/lifecycle.ts'
import { type BeginningWish, planBeginning } from '../rules/plan-beginning.ts'
import { type CheckoutRow, insertCheckout } from '../store/checkouts.ts'
import { findFrozenAt } from '../store/instants.ts'
import { columnsOf, discountFacts, knowledgeOf } from './checkout-facts.ts'
import { newCheckoutSecret } from './checkout-secret.ts'
import { taxColumns, taxDue, taxOf } from './checkout-tax.ts'
import { type CheckoutMakings, gatherDiscounts, gatherProducts } from './gather-checkouts.ts'
import type { CheckoutParts } from './parts.ts'
import { checkoutEvent, presentCheckout, type ShownCheckout } from './present-checkout.ts'
import { refuseSecond } from './second-subscription.ts'
import { buyerOf } from './upgrade.ts'

/** A product to choose from, and where it was named. */
export interface OfferedProduct {
  readonly id: Id<'product'>
  readonly loc: readonly (string | number)[]
}

export interface CheckoutToBegin {
  readonly organizationId: Id<'organization'>
  /** The first is the one that is selected. */
  readonly offered: readonly OfferedProduct[]
  readonly wish: BeginningWish
  readonly discountId: Id<'discount'> | null
  /** A free subscription that is to become what is bought. */
  readonly upgradeOf?: Id<'subscription'> | null | undefined
}

/** All that is needed to open a checkout; nothing is written yet. */
export interface PreparedCheckout {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'checkout'>
  readonly content: CheckoutContent
  readonly tax: TaxDue | null
  readonly productIds: readonly Id<'product'>[]
  readonly makings: CheckoutMakings
}

/** Reads, decides, and asks for the tax, outside of any transaction. */
export async function prepareCheckout(
  parts: CheckoutParts,
  { organizationId, offered, wish, discountId, upgradeOf = null }: CheckoutToBegin,
): Promise<PreparedCheckout> {
  const { reads: db } = parts.workshop.database
  const productIds = offered.map(({ id }) => id)
  const [known, discounts] = await Promise.all([
    gatherProducts(db, parts, organizationId, productIds),
    gatherDiscounts(db, organizationId, discountId === null ? [] : [discountId]),
  ])
  const products = requireProducts(offered, known)
  const [product] = products
  if (product === undefined) throw new Problem('checkout_product_unknown')
  const discount = await discountToUse(parts, { organizationId, discountId, discounts, products })
  const named = await customerNamed(parts, organizationId, wish)
  const customer = await buyerOf(db, { organizationId, upgradeOf, named, offered, products })
  const content = accept(
    planBeginning(knowledgeOf(products), {
      wish,
      product,
      discount,
      customer: customer === null ? null : presentCustomer(customer),
      upgradeOf,
    }),
  )
  await refuseSecond(db, parts, { organizationId, content, product })
  const id = newId('checkout', parts.clock)
  const tax = taxDue(await taxOf(parts, { organizationId, id, content }))
  const prices = new Map(products.flatMap((one) => one.prices.map((price) => [price.id, price])))
  const makings = {
    offered: new Map([[id, productIds]]),
    products: known,
    prices,
    discounts,
    payments: new Map(),
  }
  return { organizationId, id, content, tax, productIds, makings }
}

export interface OpenedCheckout {
  readonly row: CheckoutRow
  readonly shown: ShownCheckout
}

/** The part that writes. */
export async function openCheckout(
  work: Work,
  parts: CheckoutParts,
  { organizationId, id, content, tax, productIds, makings }: PreparedCheckout,
): Promise<OpenedCheckout> {
  const { tx, now } = work
  const { hash, keyId } = newCheckoutSecret(parts.keyring, id)
  const checkout = {
    ...columnsOf(content),
    ...taxColumns(tax),
    organizationId,
    id,
    secretHash: hash,
    secretKeyId: keyId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + checkoutMilliseconds),
  }
  const [, row] = await Promise.all([
    fileSecret(tx, { hash, organizationId }),
    insertCheckout(tx, checkout, productIds),
  ])
  const shown = presentCheckout(row, makings, parts)
  work.record(checkoutEvent('created', row, shown))
  return { row, shown }
}

function requireProducts(
  offered: readonly OfferedProduct[],
  known: ReadonlyMap<Id<'product'>, ShownProduct>,
): ShownProduct[] {
  const products = new Map<Id<'product'>, ShownProduct>()
  for (const { id, loc } of offered) {
    const product = known.get(id)
    if (product === undefined) throw new Problem('checkout_product_unknown', { loc })
    if (product.isArchived) throw new Problem('checkout_product_archived', { loc })
    if (products.has(id)) throw new Problem('checkout_product_twice', { loc })
    products.set(id, product)
  }
  return [...products.values()]
}

interface DiscountNamed {
  readonly organizationId: Id<'organization'>
  readonly discountId: Id<'discount'> | null
  readonly discounts: CheckoutMakings['discounts']
  readonly products: readonly ShownProduct[]
}

async function discountToUse(
  { workshop, clock }: CheckoutParts,
  { organizationId, discountId, discounts, products }: DiscountNamed,
) {
  if (discountId === null) return null
  const discount = discounts.get(discountId)
  if (discount === undefined) {
    throw new Problem('checkout_discount_unknown', { loc: ['body', 'discount_id'] })
  }
  const frozenAt = await findFrozenAt(workshop.database.reads, organizationId)
  return discountFacts(discount, { products, now: frozenAt ?? clock.now() })
}

/** By our id it must be somebody; an id of the seller’s may be somebody to come. */
async function customerNamed(
  { workshop }: CheckoutParts,
  organizationId: Id<'organization'>,
  { customerId, customerExternalId, externalCustomerId }: BeginningWish,
): Promise<CustomerRow | null> {
  const { reads: db } = workshop.database
  if (customerId != null) {
    const customer = await findCustomerIn(db, [organizationId], customerId)
    if (customer !== undefined) return customer
    throw new Problem('customer_unknown', { loc: ['body', 'customer_id'] })
  }
  const externalId = externalCustomerId ?? customerExternalId ?? null
  if (externalId === null) return null
  return (await findExternalCustomer(db, { organizationId, externalId })) ?? null
}
