import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { isSame } from '../../../kernel/json-equality.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type DiscountWithProducts, withProducts } from '../../catalog/store/discount-products.ts'
import { findDiscountByCode } from '../../catalog/store/discounts.ts'
import { findActiveRegistrations } from '../../tax/actions/calculate-tax.ts'
import type { Registration, TaxDue } from '../../tax/rules/tax-calculation.ts'
import {
  type ChangeRequest,
  type FoundDiscount,
  planCheckoutChange,
} from '../rules/checkout-change.ts'
import type { CheckoutContent } from '../rules/content.ts'
import { type CheckoutRow, type FoundCheckout, saveCheckout } from '../store/checkouts.ts'
import { columnsOf, contentOf, contextOf, discountFacts, productOf } from './checkout-facts.ts'
import { storedTax, taxColumns, taxDue, taxOf } from './checkout-tax.ts'
import type { CheckoutDeps } from './deps.ts'
import { requireOpen } from './expire-checkout.ts'
import type { CheckoutDetails } from './gather-checkouts.ts'
import { gatherCheckout, gatherDiscounts } from './gather-checkouts.ts'
import { recordCheckout } from './record-checkout.ts'
import { refuseSecondSubscription } from './sole-subscription.ts'

/** Sellers name a discount by its id, buyers by its code. */
export type RequestedDiscount =
  | { readonly field: 'discount_id'; readonly id: Id<'discount'> }
  | { readonly field: 'discount_code'; readonly code: string }

export interface CheckoutUpdate {
  readonly input: ChangeRequest
  /** Absent keeps the discount, null removes it. */
  readonly discount?: RequestedDiscount | null
  /** Whether all required custom fields must be answered. */
  readonly isComplete: boolean
  /** Whether the answer may reveal that a typed address belongs to a customer. */
  readonly mayRevealCustomer: boolean
}

/** A decided change, and what it was decided on. */
export interface PreparedChange {
  readonly row: CheckoutRow
  readonly now: Date
  readonly content: CheckoutContent
  readonly details: CheckoutDetails
  /** Not read where the tax will probably stay the same. */
  readonly registrations: readonly Registration[] | null
}

/** Runs outside a transaction. */
export async function prepareChange(
  deps: CheckoutDeps,
  found: FoundCheckout,
  { input, discount: requested, isComplete, mayRevealCustomer }: CheckoutUpdate,
): Promise<PreparedChange> {
  const { reads: db } = deps.uowFactory.database
  const { row, now } = await requireOpen(deps, found)
  const [before, registrations] = await Promise.all([
    gatherCheckout(db, deps, { ...found, row }),
    isComplete && row.tax !== null ? null : findActiveRegistrations(deps, row.organizationId),
  ])
  const requestedRow =
    requested == null ? undefined : await findRequestedDiscount(deps, row, requested)
  const details = requestedRow === undefined ? before : withDiscount(before, requestedRow)
  const products = (details.offered.get(row.id) ?? []).map((id) =>
    productOf([...details.products.values()], id),
  )
  const facts = (one: DiscountWithProducts) => discountFacts(one, { products, now })
  const current = row.discountId === null ? undefined : details.discounts.get(row.discountId)
  const price = details.prices.get(row.productPriceId)
  assert(price !== undefined, 'the chosen price was gathered')
  const content = accept(
    planCheckoutChange(contextOf(products), {
      content: contentOf(row),
      price,
      discount: current === undefined ? null : facts(current),
      input,
      isComplete,
      ...(requested !== undefined && {
        requestedDiscount: foundDiscount(requested, requestedRow ?? null, facts),
      }),
    }),
  )
  const { organizationId } = row
  const product = productOf(products, content.productId)
  const purchase = { organizationId, content, product, mayRevealCustomer }
  await refuseSecondSubscription(db, deps, purchase)
  return { row, now, content, details, registrations }
}

const foundDiscount = (
  requested: RequestedDiscount | null,
  found: DiscountWithProducts | null,
  facts: (one: DiscountWithProducts) => ReturnType<typeof discountFacts>,
): FoundDiscount | null =>
  requested === null
    ? null
    : { field: requested.field, discount: found === null ? null : facts(found) }

/** Where the checkout takes no codes, they are refused before they are looked up. */
async function findRequestedDiscount(
  { uowFactory }: CheckoutDeps,
  { organizationId, allowDiscountCodes }: CheckoutRow,
  requested: RequestedDiscount,
): Promise<DiscountWithProducts | null> {
  const { reads: db } = uowFactory.database
  if (requested.field === 'discount_id') {
    const found = await gatherDiscounts(db, organizationId, [requested.id])
    return found.get(requested.id) ?? null
  }
  if (!allowDiscountCodes) {
    throw new Problem('checkout_discount_codes_off', { loc: ['body', 'discount_code'] })
  }
  const row = await findDiscountByCode(db, organizationId, requested.code)
  const [whole = null] = row === undefined ? [] : await withProducts(db, [row])
  return whole
}

const withDiscount = (
  details: CheckoutDetails,
  found: DiscountWithProducts | null,
): CheckoutDetails =>
  found === null
    ? details
    : { ...details, discounts: new Map([...details.discounts, [found.discount.id, found]]) }

/** A checkout after a change, or as it was where nothing changed. */
export interface ChangedCheckout {
  readonly row: CheckoutRow
  readonly details: CheckoutDetails
}

export interface TaxedChange extends PreparedChange {
  readonly tax: TaxDue | null
}

/** Calculates the tax again only where something changed that it depends on. */
export async function withTax(deps: CheckoutDeps, prepared: PreparedChange): Promise<TaxedChange> {
  const { row, content, registrations } = prepared
  const before = storedTax(row)
  const isSameTax = before !== null && isSame(taxedFields(contentOf(row)), taxedFields(content))
  if (isSameTax) return { ...prepared, tax: before }
  const { organizationId, id } = row
  const taxed = { organizationId, id, content, ...(registrations && { registrations }) }
  return { ...prepared, tax: taxDue(await taxOf(deps, taxed)) }
}

const taxedFields = (content: CheckoutContent) => ({
  amount: content.amount,
  discountAmount: content.discountAmount,
  currency: content.currency,
  address: content.customerBillingAddress,
  taxId: content.customerTaxId,
  isBusiness: content.isBusinessCustomer,
})

/**
 * Null where the checkout was changed meanwhile, so that the change must be decided again. Records
 * nothing where nothing changes.
 */
async function saveChange(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  { row, content, tax, details }: TaxedChange,
): Promise<ChangedCheckout | null> {
  if (isSame(contentOf(row), content) && isSame(storedTax(row), tax)) return { row, details }
  const changes = { ...columnsOf(content), ...taxColumns(tax) }
  const saved = await saveCheckout(uow.tx, row, changes, uow.now)
  if (saved === undefined) return null
  recordCheckout(uow, deps, 'updated', { row: saved, details })
  return { row: saved, details }
}

const attemptsMax = 5

/**
 * Retries where the checkout was changed meanwhile, because no lock is held while the tax is
 * calculated. `save` opens the caller's transaction.
 */
export async function changeCheckout<T>(
  deps: CheckoutDeps,
  find: () => Promise<FoundCheckout>,
  update: CheckoutUpdate,
  save: (
    task: (uow: UnitOfWork) => Promise<ChangedCheckout | null>,
    found: FoundCheckout,
  ) => Promise<T | null>,
): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const found = await find()
    const prepared = await withTax(deps, await prepareChange(deps, found, update))
    const saved = await save((uow) => saveChange(uow, deps, prepared), found)
    if (saved !== null) return saved
  }
  throw new Problem('conflicting_change')
}
