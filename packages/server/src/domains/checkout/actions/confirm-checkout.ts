import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { type Work, work } from '../../../platform/work.ts'
import { isRedeemable, lockDiscount, takeRedemption } from '../../catalog/index.ts'
import { type FoundCustomer, findOrCreateCustomer } from '../../customers/index.ts'
import {
  beginPayment,
  beginSetUp,
  type PaymentRow,
  readConfirmationToken,
} from '../../payments/index.ts'
import type { CheckoutContent } from '../rules/content.ts'
import { billingAddressFields, paymentNeeds } from '../rules/needs.ts'
import { confirmationRefusal } from '../rules/plan-confirmation.ts'
import { worthOf } from '../rules/worth.ts'
import { type CheckoutRow, type FoundCheckout, placeOf, saveCheckout } from '../store/checkouts.ts'
import { insertRedemption } from '../store/redemptions.ts'
import { prepareChange, type TaxedChange, type WantedChange, withTax } from './change-checkout.ts'
import { columnsOf, productOf } from './checkout-facts.ts'
import { checkoutSecret } from './checkout-secret.ts'
import { taxColumns } from './checkout-tax.ts'
import type { CheckoutMakings } from './gather-checkouts.ts'
import type { CheckoutParts } from './parts.ts'
import { checkoutEvent, presentCheckout, successUrlOf } from './present-checkout.ts'
import { admitSubscriber } from './second-subscription.ts'

interface WantedConfirmation extends Omit<WantedChange, 'isComplete'> {
  readonly confirmationTokenId: string | null
}

export interface ConfirmedCheckout {
  readonly row: CheckoutRow
  /** As it was begun; null where there is nothing to pay. */
  readonly payment: PaymentRow | null
  readonly makings: CheckoutMakings
}

interface Confirming {
  readonly find: () => Promise<FoundCheckout>
  readonly wanted: WantedConfirmation
  /** In the same transaction: what a repetition needs to know. */
  readonly note: (work: Work, row: CheckoutRow) => Promise<void>
}

const attemptsMax = 5

/**
 * Takes a checkout as it is wanted, a slot of its discount, its customer, and notes the payment that
 * is about to be carried out: all of it or nothing. Who was overtaken decides again.
 */
export async function confirmCheckout(
  parts: CheckoutParts,
  { find, wanted, note }: Confirming,
): Promise<ConfirmedCheckout> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const found = await find()
    const change = await prepareConfirmation(parts, found, wanted)
    const confirmed = await work(parts.workshop, placeOf(found), async (unit) => {
      const written = await writeConfirmation(unit, parts, change)
      await note(unit, written.row)
      return { ...written, makings: change.makings }
    }).catch(overtakenAsNull)
    if (confirmed !== null) return confirmed
  }
  throw new Problem('conflicting_change')
}

interface PreparedConfirmation extends TaxedChange {
  readonly token: string | null
  readonly product: ProductBought
}

type ProductBought = ReturnType<typeof productOf>

async function prepareConfirmation(
  parts: CheckoutParts,
  found: FoundCheckout,
  { confirmationTokenId, ...wanted }: WantedConfirmation,
): Promise<PreparedConfirmation> {
  const token = requireToken(confirmationTokenId)
  const change = await prepareChange(parts, found, { ...wanted, isComplete: true })
  const taxed = await withTax(parts, change)
  const { content, makings } = taxed
  const product = productOf([...makings.products.values()], content.productId)
  const taxAmount = taxed.tax?.amount ?? null
  const { totalAmount } = worthOf({ ...content, taxAmount })
  const needs = paymentNeeds({ product, totalAmount })
  const addressModes = billingAddressFields({
    country: content.customerBillingAddress?.country ?? null,
    wholeAddress: content.requireBillingAddress || content.isBusinessCustomer,
    isPaymentFormRequired: needs.isPaymentFormRequired,
  })
  const hasToken = token !== null
  const refusal = confirmationRefusal({ content, product, needs, addressModes, hasToken })
  if (refusal !== null) accept(refusal)
  if (taxed.tax === null) {
    const loc = ['body', 'customer_billing_address']
    const msg = 'Not complete enough to work out the tax'
    throw new Problem('checkout_field_missing', { faults: [{ loc, msg, type: 'missing' }] })
  }
  return { ...taxed, token, product }
}

/** Whatever isn’t a token may be a card number, which must not go any further. */
function requireToken(text: string | null): string | null {
  if (text === null || text === '') return null
  const token = readConfirmationToken(text)
  if (token !== null) return token
  throw new Problem('checkout_token_invalid', { loc: ['body', 'confirmation_token_id'] })
}

/** Locks in the order discount, customer, checkout, as everybody does. */
async function writeConfirmation(
  unit: Work,
  parts: CheckoutParts,
  change: PreparedConfirmation,
): Promise<Pick<ConfirmedCheckout, 'row' | 'payment'>> {
  const { row, content, tax, makings } = change
  if (content.discountId !== null) await redeem(unit, row, content.discountId)
  const held: NewEvent[] = []
  const inside: Work = { ...unit, record: (...news) => void held.push(...news) }
  const { customer, foundBy } = await findCustomer(inside, row, content)
  if (change.product.isRecurring) {
    const { subscriptionId: upgradeOf } = content
    await admitSubscriber(unit.tx, parts, { ...row, customerId: customer.id, upgradeOf })
  }
  const attempt = attemptOf(unit, change)
  const isCustomerGiven = content.isCustomerGiven || foundBy === 'seller'
  const changes = {
    ...columnsOf({ ...content, customerId: customer.id, isCustomerGiven }),
    ...taxColumns(tax),
    ...(isCustomerGiven && { customerEmail: customer.email }),
    ...(foundBy === 'creation' && { madeCustomerId: customer.id }),
    ...attempt,
    status: 'confirmed',
  }
  const [payment, confirmed] = await Promise.all([
    begin(inside, parts, { change, attempt, customerId: customer.id }),
    saveCheckout(unit.tx, row, changes, unit.now),
  ])
  if (confirmed === undefined) throw new Problem(overtaken)
  unit.record(
    checkoutEvent('updated', confirmed, presentCheckout(confirmed, makings, parts)),
    ...held,
  )
  return { row: confirmed, payment }
}

const overtaken = 'conflicting_change'

/** The whole transaction is undone, and everything decided anew. */
function overtakenAsNull(error: unknown): null {
  if (error instanceof Problem && error.code === overtaken) return null
  throw error
}

/** Of many at once the last slot is one buyer’s: they come one after another here. */
async function redeem(
  { tx, now }: Work,
  { organizationId, id: checkoutId }: CheckoutRow,
  discountId: Id<'discount'>,
): Promise<void> {
  const discount = await lockDiscount(tx, { organizationId, id: discountId })
  const isUsable = discount !== undefined && isRedeemable(discount, now)
  if (!isUsable || !(await takeRedemption(tx, discount))) {
    throw new Problem('checkout_discount_taken', { loc: ['body', 'discount_code'] })
  }
  await insertRedemption(tx, { organizationId, checkoutId, discountId, createdAt: now })
}

function findCustomer(
  unit: Work,
  { organizationId }: CheckoutRow,
  content: CheckoutContent,
): Promise<FoundCustomer> {
  const { customerEmail: email } = content
  assert(email !== null, 'who confirms has an address')
  return findOrCreateCustomer(unit, {
    organizationId,
    customerId: content.isCustomerGiven ? content.customerId : null,
    externalId: content.customerExternalId,
    email,
    details: {
      name: content.customerName,
      billingAddress: content.customerBillingAddress,
      taxId: content.customerTaxId,
      metadata: content.customerMetadata,
    },
  })
}

const totalOf = ({ content, tax }: PreparedConfirmation) =>
  worthOf({ ...content, taxAmount: tax?.amount ?? null }).totalAmount

interface Paying {
  readonly change: PreparedConfirmation
  readonly attempt: Attempt
  readonly customerId: Id<'customer'>
}

type Attempt = Pick<CheckoutRow, 'paymentId' | 'setUpId'>

/** A payment, or a card to keep where nothing is to be paid yet; neither for what is free. */
function attemptOf(unit: Work, change: PreparedConfirmation): Attempt {
  const totalAmount = totalOf(change)
  const { isPaymentFormRequired } = paymentNeeds({ product: change.product, totalAmount })
  const isPaid = totalAmount > 0
  return {
    paymentId: isPaid ? unit.newId('payment') : null,
    setUpId: isPaymentFormRequired && !isPaid ? unit.newId('methodSetUp') : null,
  }
}

async function begin(
  unit: Work,
  parts: CheckoutParts,
  { change, attempt: { paymentId, setUpId }, customerId }: Paying,
): Promise<PaymentRow | null> {
  if (paymentId === null && setUpId === null) return null
  const { row, content, token: confirmationToken, product } = change
  assert(confirmationToken !== null && content.customerEmail !== null, 'who pays has both')
  const url = `${parts.config.server.url}/checkout/${checkoutSecret(parts.keyring, row)}`
  const returnUrl = successUrlOf({ id: row.id, successUrl: null }, url)
  const { organizationId, id: checkoutId } = row
  const told = { organizationId, checkoutId, customerId, returnUrl }
  if (setUpId !== null) {
    await beginSetUp(unit, parts, {
      ...told,
      id: setUpId,
      confirmationToken,
      becomesDefault: false,
    })
  }
  if (paymentId === null) return null
  return beginPayment(unit, parts, {
    ...told,
    id: paymentId,
    orderId: null,
    customerEmail: content.customerEmail,
    amount: totalOf(change),
    currency: content.currency,
    source: { confirmationToken, keep: product.isRecurring },
    description: product.name,
    metadata: { checkout_id: row.id },
  })
}
