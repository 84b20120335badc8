import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { isSame } from '../../../kernel/sameness.ts'
import type { Work } from '../../../platform/work.ts'
import {
  type DiscountWithProducts,
  findDiscountWithCode,
  withProducts,
} from '../../catalog/index.ts'
import { findCollecting, type Registration, type TaxDue } from '../../tax/index.ts'
import type { CheckoutContent } from '../rules/content.ts'
import { type ChangeWish, planChange, type WantedDiscount } from '../rules/plan-change.ts'
import { type CheckoutRow, type FoundCheckout, saveCheckout } from '../store/checkouts.ts'
import { columnsOf, contentOf, discountFacts, knowledgeOf, productOf } from './checkout-facts.ts'
import { storedTax, taxColumns, taxDue, taxOf } from './checkout-tax.ts'
import { requireOpen } from './expire-checkout.ts'
import { type CheckoutMakings, gatherCheckout, gatherDiscounts } from './gather-checkouts.ts'
import type { CheckoutParts } from './parts.ts'
import { checkoutEvent, presentCheckout } from './present-checkout.ts'
import { refuseSecond } from './second-subscription.ts'

/** How a discount was named: by the seller’s id, or by the code that buyers type. */
export type DiscountWish =
  | { readonly field: 'discount_id'; readonly id: Id<'discount'> }
  | { readonly field: 'discount_code'; readonly code: string }

export interface WantedChange {
  readonly wish: ChangeWish
  /** Absent: as it is. Null: none. */
  readonly discount?: DiscountWish | null
  readonly isComplete: boolean
}

/** A change that is decided, and what it was decided on. */
export interface PreparedChange {
  readonly row: CheckoutRow
  readonly now: Date
  readonly content: CheckoutContent
  readonly makings: CheckoutMakings
  /** Where the seller collects tax; not looked for where the tax is likely to stay. */
  readonly collecting: readonly Registration[] | null
}

/** Reads and decides, outside of any transaction. */
export async function prepareChange(
  parts: CheckoutParts,
  found: FoundCheckout,
  { wish, discount: named, isComplete }: WantedChange,
): Promise<PreparedChange> {
  const { reads: db } = parts.workshop.database
  const { row, now } = await requireOpen(parts, found)
  const [before, collecting] = await Promise.all([
    gatherCheckout(db, parts, { ...found, row }),
    isComplete && row.tax !== null ? null : findCollecting(parts, row.organizationId),
  ])
  const looked = named == null ? undefined : await lookUp(parts, row, named)
  const makings = looked === undefined ? before : withDiscount(before, looked)
  const products = (makings.offered.get(row.id) ?? []).map((id) =>
    productOf([...makings.products.values()], id),
  )
  const facts = (one: DiscountWithProducts) => discountFacts(one, { products, now })
  const present = row.discountId === null ? undefined : makings.discounts.get(row.discountId)
  const price = makings.prices.get(row.productPriceId)
  assert(price !== undefined, 'what is chosen was gathered')
  const content = accept(
    planChange(knowledgeOf(products), {
      content: contentOf(row),
      price,
      discount: present === undefined ? null : facts(present),
      wish,
      isComplete,
      ...(named !== undefined && { wantedDiscount: wantedOf(named, looked ?? null, facts) }),
    }),
  )
  const { organizationId } = row
  const product = productOf(products, content.productId)
  await refuseSecond(db, parts, { organizationId, content, product })
  return { row, now, content, makings, collecting }
}

const wantedOf = (
  named: DiscountWish | null,
  looked: DiscountWithProducts | null,
  facts: (one: DiscountWithProducts) => ReturnType<typeof discountFacts>,
): WantedDiscount | null =>
  named === null ? null : { field: named.field, discount: looked === null ? null : facts(looked) }

/** A code is refused where the checkout takes none, before anybody learns whether there is such. */
async function lookUp(
  { workshop }: CheckoutParts,
  { organizationId, allowDiscountCodes }: CheckoutRow,
  named: DiscountWish,
): Promise<DiscountWithProducts | null> {
  const { reads: db } = workshop.database
  if (named.field === 'discount_id') {
    const found = await gatherDiscounts(db, organizationId, [named.id])
    return found.get(named.id) ?? null
  }
  if (!allowDiscountCodes) {
    throw new Problem('checkout_discount_codes_off', { loc: ['body', 'discount_code'] })
  }
  const row = await findDiscountWithCode(db, organizationId, named.code)
  const [whole = null] = row === undefined ? [] : await withProducts(db, [row])
  return whole
}

const withDiscount = (
  makings: CheckoutMakings,
  looked: DiscountWithProducts | null,
): CheckoutMakings =>
  looked === null
    ? makings
    : { ...makings, discounts: new Map([...makings.discounts, [looked.discount.id, looked]]) }

/** A checkout after a change, or as it was where nothing changed. */
export interface ChangedCheckout {
  readonly row: CheckoutRow
  readonly makings: CheckoutMakings
}

export interface TaxedChange extends PreparedChange {
  readonly tax: TaxDue | null
}

/** The tax is asked again only where something changed that it depends on. */
export async function withTax(
  parts: CheckoutParts,
  prepared: PreparedChange,
): Promise<TaxedChange> {
  const { row, content, collecting } = prepared
  const before = storedTax(row)
  const isKept = before !== null && isSame(taxedPart(contentOf(row)), taxedPart(content))
  if (isKept) return { ...prepared, tax: before }
  const { organizationId, id } = row
  const question = { organizationId, id, content, ...(collecting && { collecting }) }
  return { ...prepared, tax: taxDue(await taxOf(parts, question)) }
}

const taxedPart = (content: CheckoutContent) => ({
  amount: content.amount,
  discountAmount: content.discountAmount,
  currency: content.currency,
  address: content.customerBillingAddress,
  taxId: content.customerTaxId,
  isBusiness: content.isBusinessCustomer,
})

/**
 * The part that writes; null where somebody was faster, so that it must be decided again. What
 * changes nothing is no change, and no news.
 */
async function saveChange(
  work: Work,
  parts: CheckoutParts,
  { row, content, tax, makings }: TaxedChange,
): Promise<ChangedCheckout | null> {
  if (isSame(contentOf(row), content) && isSame(storedTax(row), tax)) return { row, makings }
  const changes = { ...columnsOf(content), ...taxColumns(tax) }
  const saved = await saveCheckout(work.tx, row, changes, work.now)
  if (saved === undefined) return null
  work.record(checkoutEvent('updated', saved, presentCheckout(saved, makings, parts)))
  return { row: saved, makings }
}

const attemptsMax = 5

/**
 * Decides, and decides again where somebody was faster: no lock is held while the tax is worked
 * out. `save` opens the transaction of whoever asks, on what was found.
 */
export async function changeCheckout<T>(
  parts: CheckoutParts,
  find: () => Promise<FoundCheckout>,
  wanted: WantedChange,
  save: (
    task: (work: Work) => Promise<ChangedCheckout | null>,
    found: FoundCheckout,
  ) => Promise<T | null>,
): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const found = await find()
    const prepared = await withTax(parts, await prepareChange(parts, found, wanted))
    const saved = await save((work) => saveChange(work, parts, prepared), found)
    if (saved !== null) return saved
  }
  throw new Problem('conflicting_change')
}
