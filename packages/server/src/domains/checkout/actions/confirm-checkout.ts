import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { chargeMin } from '../../../kernel/charge-min.ts'
import { minorUnits, subtract } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { isRedeemable } from '../../catalog/rules/discount-use.ts'
import { addRedemption, lockDiscount } from '../../catalog/store/discounts.ts'
import {
  type FoundCustomer,
  findOrCreateCustomer,
} from '../../customers/actions/find-or-create-customer.ts'
import { reserveBalance } from '../../orders/actions/checkout-balance.ts'
import { createPayment } from '../../payments/actions/create-payment.ts'
import { createSetUp } from '../../payments/actions/create-set-up.ts'
import { readConfirmationToken } from '../../payments/rules/confirmation-token.ts'
import type { PaymentRow } from '../../payments/store/payments.ts'
import { successUrlOf } from '../present/checkout.ts'
import { confirmationRefusal, pricesRefusal } from '../rules/confirmation.ts'
import type { CheckoutContent } from '../rules/content.ts'
import { creditFor } from '../rules/credit.ts'
import { purchaseToShow } from '../rules/portal-access.ts'
import { meteredPricesOf } from '../rules/price-choice.ts'
import { billingAddressFields, paymentRequirements } from '../rules/required-fields.ts'
import { totalsOf } from '../rules/totals.ts'
import {
  type CheckoutRow,
  type FoundCheckout,
  lockIfUnchanged,
  saveCheckout,
  scopeOf,
} from '../store/checkouts.ts'
import { insertRedemption } from '../store/redemptions.ts'
import { type CheckoutUpdate, prepareChange, type TaxedChange, withTax } from './change-checkout.ts'
import { buyerDetailsOf, columnsOf, productOf } from './checkout-facts.ts'
import { checkoutSecret } from './checkout-secret.ts'
import { taxColumns } from './checkout-tax.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutDetails } from './gather-checkouts.ts'
import { recordCheckout } from './record-checkout.ts'
import { checkoutUrl } from './show-checkout.ts'
import { requireSoleSubscription } from './sole-subscription.ts'

interface ConfirmationInput extends Omit<CheckoutUpdate, 'isComplete' | 'mayRevealCustomer'> {
  readonly confirmationTokenId: string | null
  /** What the buyer saw, where the caller says. */
  readonly dueAmountSeen?: MinorUnits | null
  readonly meteredPricesSeen?: readonly Id<'productPrice'>[] | null
}

export interface ConfirmedCheckout {
  readonly row: CheckoutRow
  /** Not yet submitted; null where there is nothing to pay. */
  readonly payment: PaymentRow | null
  readonly details: CheckoutDetails
}

interface Confirmation {
  readonly find: () => Promise<FoundCheckout>
  readonly input: ConfirmationInput
  /** Runs in the same transaction: saves what a retry of the request needs. */
  readonly saveProgress: (uow: UnitOfWork, row: CheckoutRow) => Promise<void>
}

const attemptsMax = 5

/**
 * Saves the final checkout, redeems its discount, finds or creates its customer and creates the
 * payment, which is submitted afterwards: all in one transaction. Retries where the checkout was
 * changed meanwhile.
 */
export async function confirmCheckout(
  deps: CheckoutDeps,
  { find, input, saveProgress }: Confirmation,
): Promise<ConfirmedCheckout> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const found = await find()
    const change = await prepareConfirmation(deps, found, input)
    const confirmed = await runUnitOfWork(deps.uowFactory, scopeOf(found), async (uow) => {
      const saved = await saveConfirmation(uow, deps, change)
      await saveProgress(uow, saved.row)
      return { ...saved, details: change.details }
    }).catch(overtakenAsNull)
    if (confirmed !== null) return confirmed
  }
  throw new Problem('conflicting_change')
}

interface PreparedConfirmation extends TaxedChange {
  readonly token: string | null
  readonly product: BoughtProduct
  /** Paid with the customer’s credit. */
  readonly appliedAmount: MinorUnits
  readonly dueAmount: MinorUnits
}

type BoughtProduct = ReturnType<typeof productOf>

async function prepareConfirmation(
  deps: CheckoutDeps,
  found: FoundCheckout,
  { confirmationTokenId, dueAmountSeen, meteredPricesSeen, ...update }: ConfirmationInput,
): Promise<PreparedConfirmation> {
  const token = requireToken(confirmationTokenId)
  // What a typed address reveals is decided last, with the customer locked.
  const complete = { ...update, isComplete: true, mayRevealCustomer: false }
  const change = await prepareChange(deps, found, complete)
  const taxed = await withTax(deps, change)
  const { content, details } = taxed
  const product = productOf([...details.products.values()], content.productId)
  const taxAmount = taxed.tax?.amount ?? null
  const { totalAmount } = totalsOf({ ...content, taxAmount })
  const usableAmount = details.credits.get(found.row.id) ?? minorUnits(0)
  const appliedAmount = creditFor({ ...content, totalAmount, usableAmount })
  const dueAmount = subtract(totalAmount, appliedAmount)
  requireSeen(dueAmount, dueAmountSeen ?? null, content)
  accept(pricesRefusal(product, meteredPricesSeen ?? null))
  const requirements = paymentRequirements({ product, dueAmount })
  const addressModes = billingAddressFields({
    country: content.customerBillingAddress?.country ?? null,
    wholeAddress: content.requireBillingAddress || content.isBusinessCustomer,
    isPaidFor: totalAmount > 0 || requirements.isPaymentSetupRequired,
  })
  const hasToken = token !== null
  const refusal = confirmationRefusal({
    content,
    product,
    requirements,
    addressModes,
    hasToken,
    dueAmount,
    chargeMin: chargeMin(content.currency),
  })
  if (refusal !== null) accept(refusal)
  if (taxed.tax === null) {
    const loc = ['body', 'customer_billing_address']
    const msg = 'Not complete enough to calculate the tax'
    throw new Problem('checkout_field_missing', { faults: [{ loc, msg, type: 'missing' }] })
  }
  return { ...taxed, token, product, appliedAmount, dueAmount }
}

/** Nobody is charged more than they saw, because their credit was used by another purchase meanwhile. */
function requireSeen(
  amount: MinorUnits,
  seen: MinorUnits | null,
  { currency }: CheckoutContent,
): void {
  if (seen === null || amount <= seen) return
  throw new Problem('checkout_due_changed', { due: moneyText({ amount, currency }) })
}

/** Anything but a token may be a card number, which must not be stored or sent anywhere. */
function requireToken(text: string | null): string | null {
  if (text === null || text === '') return null
  const token = readConfirmationToken(text)
  if (token !== null) return token
  throw new Problem('checkout_token_invalid', { loc: ['body', 'confirmation_token_id'] })
}

/** Locks the discount, then the customer, the checkout and the balance, as everywhere. */
async function saveConfirmation(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  change: PreparedConfirmation,
): Promise<Pick<ConfirmedCheckout, 'row' | 'payment'>> {
  const { row, content, tax, details } = change
  if (content.discountId !== null) await redeem(uow, row, content.discountId)
  // The event of the checkout comes before those of its customer and payment.
  const later: NewEvent[] = []
  const inside: UnitOfWork = { ...uow, record: (...events) => void later.push(...events) }
  const { customer, foundBy } = await findCustomer(inside, row, content)
  const isCustomerGiven = content.isCustomerGiven || foundBy === 'seller'
  const createdCustomerId = foundBy === 'creation' ? customer.id : row.createdCustomerId
  const isProved =
    purchaseToShow({ ...row, customerId: customer.id, isCustomerGiven, createdCustomerId }) === null
  if (change.product.isRecurring) {
    const { subscriptionId: upgradeOf } = content
    const { product } = change
    const purchase = { ...row, customerId: customer.id, upgradeOf, isProved, product }
    await requireSoleSubscription(uow.tx, deps, purchase)
  }
  const attempt = attemptOf(uow, change)
  const changes = {
    ...columnsOf({ ...content, customerId: customer.id, isCustomerGiven }),
    ...taxColumns(tax),
    meteredPriceIds: meteredPricesOf(change.product).map(({ id }) => id),
    ...(isCustomerGiven && { customerEmail: customer.email }),
    createdCustomerId,
    ...attempt,
    ...(await reserveCredit(uow, change, { customerId: customer.id, isProved })),
    status: 'confirmed',
  }
  const [payment, confirmed] = await inOrder(uow.tx, [
    () => createAttempt(inside, deps, { change, attempt, customerId: customer.id, isProved }),
    (tx) => saveCheckout(tx, row, changes, uow.now),
  ])
  if (confirmed === undefined) throw new Problem(overtaken)
  recordCheckout(uow, deps, 'updated', { row: confirmed, details })
  uow.record(...later)
  return { row: confirmed, payment }
}

interface Payer {
  readonly customerId: Id<'customer'>
  readonly isProved: boolean
}

/** Decided again where there is less than the buyer saw. */
async function reserveCredit(
  uow: UnitOfWork,
  { row, content, appliedAmount: amount }: PreparedConfirmation,
  { customerId, isProved }: Payer,
): Promise<Partial<Pick<CheckoutRow, 'appliedBalanceAmount' | 'balanceOrderId'>>> {
  if (amount === 0) return {}
  const isShown = isProved && customerId === content.customerId
  if (!isShown || !(await lockIfUnchanged(uow.tx, row))) throw new Problem(overtaken)
  const orderId = uow.newId('order')
  const { organizationId, id: checkoutId } = row
  const { currency } = content
  const reservation = { organizationId, customerId, currency, checkoutId, orderId, amount }
  if (!(await reserveBalance(uow, reservation))) throw new Problem(overtaken)
  return { appliedBalanceAmount: amount, balanceOrderId: orderId }
}

const overtaken = 'conflicting_change'

/** The transaction is rolled back, and the confirmation decided again. */
function overtakenAsNull(error: unknown): null {
  if (error instanceof Problem && error.code === overtaken) return null
  throw error
}

/** The lock lets only one of many buyers have the last redemption. */
async function redeem(
  { tx, now }: UnitOfWork,
  { organizationId, id: checkoutId }: CheckoutRow,
  discountId: Id<'discount'>,
): Promise<void> {
  const discount = await lockDiscount(tx, { organizationId, id: discountId })
  const isUsable = discount !== undefined && isRedeemable(discount, now)
  if (!isUsable || !(await addRedemption(tx, discount))) {
    throw new Problem('checkout_discount_taken', { loc: ['body', 'discount_code'] })
  }
  await insertRedemption(tx, { organizationId, checkoutId, discountId, createdAt: now })
}

function findCustomer(
  uow: UnitOfWork,
  { organizationId }: CheckoutRow,
  content: CheckoutContent,
): Promise<FoundCustomer> {
  const { customerEmail: email } = content
  assert(email !== null, 'a confirmed checkout has an email address')
  return findOrCreateCustomer(uow, {
    organizationId,
    customerId: content.isCustomerGiven ? content.customerId : null,
    externalId: content.customerExternalId,
    email,
    details: buyerDetailsOf(content),
  })
}

interface NewAttempt {
  readonly change: PreparedConfirmation
  readonly attempt: Attempt
  readonly customerId: Id<'customer'>
  /** Otherwise the card serves this purchase alone. */
  readonly isProved: boolean
}

type Attempt = Pick<CheckoutRow, 'paymentId' | 'setUpId'>

/** A payment, or a card to store where nothing is to be paid yet; neither where it is free. */
function attemptOf(
  uow: UnitOfWork,
  { product, dueAmount }: Pick<PreparedConfirmation, 'product' | 'dueAmount'>,
): Attempt {
  const { isPaymentFormRequired } = paymentRequirements({ product, dueAmount })
  const isPaid = dueAmount > 0
  return {
    paymentId: isPaid ? uow.newId('payment') : null,
    setUpId: isPaymentFormRequired && !isPaid ? uow.newId('methodSetUp') : null,
  }
}

async function createAttempt(
  uow: UnitOfWork,
  deps: CheckoutDeps,
  { change, attempt: { paymentId, setUpId }, customerId, isProved }: NewAttempt,
): Promise<PaymentRow | null> {
  if (paymentId === null && setUpId === null) return null
  const { row, content, token: confirmationToken, product } = change
  assert(
    confirmationToken !== null && content.customerEmail !== null,
    'the confirmation requires both',
  )
  const url = checkoutUrl(deps, checkoutSecret(deps.keyring, row))
  const returnUrl = successUrlOf({ id: row.id, successUrl: null }, url)
  const { organizationId, id: checkoutId } = row
  const shared = { organizationId, checkoutId, customerId, returnUrl }
  if (setUpId !== null) {
    await createSetUp(uow, deps, {
      ...shared,
      id: setUpId,
      confirmationToken,
      becomesDefault: false,
      forPurchaseOnly: !isProved,
    })
  }
  if (paymentId === null) return null
  return createPayment(uow, deps, {
    ...shared,
    id: paymentId,
    orderId: null,
    customerEmail: content.customerEmail,
    amount: change.dueAmount,
    currency: content.currency,
    source: { confirmationToken, storeMethod: product.isRecurring, forPurchaseOnly: !isProved },
    description: product.name,
    metadata: { checkout_id: row.id },
  })
}
