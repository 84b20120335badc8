import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { MinorUnits } from '../../../kernel/money.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { cancelPayment, submitPayment } from '../../payments/actions/submit-payment.ts'
import type { PaymentOutcome } from '../../payments/rules/outcome.ts'
import { findPayment, type PaymentRow } from '../../payments/store/payments.ts'
import {
  type CreditPurchaseRow,
  findPendingPurchase,
  findPurchaseOfCustomer,
} from '../store/credit-purchases.ts'
import type { CustomerKey } from '../store/top-ups.ts'
import { requireCreditProduct } from './credit-products.ts'
import type { TopUpDeps } from './deps.ts'
import { methodOf, requireQuote, requireSeen } from './quote.ts'
import { settlePurchase } from './settle-purchase.ts'
import { startPurchase } from './start-purchase.ts'

interface RequestedPurchase {
  readonly customer: CustomerKey
  readonly productId: Id<'product'>
  /** What the customer was shown. */
  readonly totalAmountMax: MinorUnits
  readonly returnUrl: string
  /** Runs a unit of work of the customer, whose session it has checked. */
  readonly run: <T>(task: (uow: UnitOfWork) => Promise<T>) => Promise<T>
  /** Runs in the transaction that starts the purchase: what a repeated call needs to continue. */
  readonly saveId: (uow: UnitOfWork, id: Id<'creditPurchase'>) => Promise<void>
}

const attemptsMax = 2

/**
 * Starts a purchase by a customer who is present. A meter has one purchase at a time: one that was
 * left unconfirmed is canceled for the new one, and any other is waited for.
 */
export async function buyCredits(
  deps: TopUpDeps,
  requested: RequestedPurchase,
): Promise<Id<'creditPurchase'>> {
  const { customer, productId } = requested
  const product = await requireCreditProduct(deps, customer, {
    productId,
    meterId: null,
    loc: ['body', 'product_id'],
  })
  const [credit] = product.credits
  assert(credit !== undefined, 'a product that is offered credits a meter')
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const id = await start(deps, requested, { product, meterId: credit.meterId })
    if (id !== null) return id
    await endUnconfirmed(deps, { ...customer, meterId: credit.meterId })
  }
  throw new Problem('credit_purchase_under_way')
}

interface Chosen {
  readonly product: Awaited<ReturnType<typeof requireCreditProduct>>
  readonly meterId: Id<'meter'>
}

/** Null while another purchase of the meter is being paid. */
async function start(
  deps: TopUpDeps,
  { customer, totalAmountMax, returnUrl, run, saveId }: RequestedPurchase,
  { product, meterId }: Chosen,
): Promise<Id<'creditPurchase'> | null> {
  const { organizationId, customerId } = customer
  const { reads } = deps.uowFactory.database
  const [row] = await findCustomersByIds(reads, organizationId, [customerId])
  assert(row !== undefined, 'customers keep their rows')
  const quote = await requireQuote(deps, row, product)
  requireSeen(quote, totalAmountMax)
  const started = run(async (uow) => {
    const method = await methodOf(uow.tx, row)
    if (method === null) throw new Problem('credit_payment_method_missing')
    const purchase = await startPurchase(uow, deps, {
      quote,
      meterId,
      method,
      consentedAt: null,
      returnUrl,
    })
    if (purchase === null) throw underWay
    await saveId(uow, purchase.id)
    return purchase.id
  })
  return started.catch(underWayAsNull)
}

const underWay = Symbol('another purchase is under way')

function underWayAsNull(error: unknown): null {
  if (error === underWay) return null
  throw error
}

/** Refuses while another purchase waits for no confirmation: it may succeed. */
async function endUnconfirmed(
  deps: TopUpDeps,
  of: Parameters<typeof findPendingPurchase>[1],
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const pending = await findPendingPurchase(kysely, of)
  if (pending === undefined) return
  const payment = await findPayment(kysely, pending)
  assert(payment !== undefined, 'payments are never deleted')
  const isLeft = payment.confirmBy !== null && payment.clientSecret !== null
  if (isLeft) await cancelPayment(deps, pending)
  await settlePurchase(deps, pending)
}

export interface FollowedPurchase {
  readonly purchase: CreditPurchaseRow
  readonly payment: PaymentRow
  readonly outcome: PaymentOutcome
}

/** Whether it was confirmed and paid, as often as the customer’s page asks. It is paid once. */
export async function followPurchase(
  deps: TopUpDeps,
  customer: CustomerKey,
  id: Id<'creditPurchase'>,
): Promise<FollowedPurchase> {
  const { kysely } = deps.uowFactory.database
  const found = await findPurchaseOfCustomer(kysely, customer, id)
  // What a top-up buys isn’t the page’s to confirm.
  if (found === undefined || found.consentedAt !== null) throw new Problem('not_found')
  const outcome = await submitPayment(deps, found)
  await settlePurchase(deps, found)
  const purchase = await findPurchaseOfCustomer(kysely, customer, id)
  const payment = await findPayment(kysely, found)
  assert(purchase !== undefined && payment !== undefined, 'neither is deleted')
  return { purchase, payment, outcome }
}
