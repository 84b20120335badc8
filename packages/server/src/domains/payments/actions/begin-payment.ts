import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { readConfirmationToken } from '../rules/confirmation-token.ts'
import { firstLookAt } from '../rules/resumption.ts'
import {
  type Attachment,
  attachAllToOrders,
  findOpenOrPaying,
  insertPayments,
  type NewPayment,
} from '../store/payment-batch.ts'
import type { PaymentRow } from '../store/payments.ts'
import type { PaymentParts } from './parts.ts'

/** What the customer has just entered, kept for later or not; or what they left earlier. */
type PaymentSource =
  | { readonly confirmationToken: string; readonly keep: boolean }
  | { readonly paymentMethodId: Id<'paymentMethod'> }

export interface PaymentToBegin {
  /** Where it is named before it is begun. */
  readonly id?: Id<'payment'>
  readonly organizationId: Id<'organization'>
  readonly checkoutId: Id<'checkout'> | null
  readonly orderId: Id<'order'> | null
  readonly customerId: Id<'customer'>
  readonly customerEmail: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly source: PaymentSource
  /** What is bought, for the processor's pages. */
  readonly description: string
  readonly returnUrl: string | null
  /** What the processor is told beside it. */
  readonly metadata: Readonly<Record<string, string>>
}

type BeginningParts = Pick<PaymentParts, 'clock' | 'processors'>

/**
 * The first of the three steps of a payment: what is about to be charged is noted before anybody
 * is asked to, so that a crash at any later moment leaves something to go on from.
 */
export async function beginPayment(
  work: Work,
  parts: BeginningParts,
  wish: PaymentToBegin,
): Promise<PaymentRow> {
  const [payment] = await beginPayments(work, parts, [wish])
  assert(payment !== undefined, 'of one wish comes one payment')
  return payment
}

/**
 * However many at once, of one organization. An order that is being paid already isn’t charged by a
 * second payment: its first one is answered, as it is now. Nothing is told yet: what is left is found
 * by looking for it.
 */
export async function beginPayments(
  work: Work,
  { clock, processors }: BeginningParts,
  wishes: readonly PaymentToBegin[],
): Promise<PaymentRow[]> {
  const [first] = wishes
  if (first === undefined) return []
  const { organizationId } = first
  const begunAt = clock.now()
  const begun = wishes.map(({ source, metadata, ...wish }): NewPayment => {
    assert(wish.organizationId === organizationId, 'a batch is of one organization')
    return {
      ...wish,
      ...sourceColumns(source),
      id: wish.id ?? work.newId('payment'),
      processor: processors.current,
      metadata,
      begunAt,
      resumeAt: firstLookAt(begunAt),
      createdAt: work.now,
    }
  })
  const inserted = await insertPayments(work.tx, begun)
  const known = new Map(inserted.map((payment) => [payment.id, payment]))
  const others = begun.filter(({ id }) => !known.has(id)).flatMap(({ orderId }) => orderId ?? [])
  const paying = others.length === 0 ? [] : await findOpenOrPaying(work.tx, organizationId, others)
  return begun.map(({ id, orderId }) => {
    const payment = known.get(id) ?? paying.find((one) => one.orderId === orderId)
    assert(payment !== undefined, 'what wasn’t begun is being paid')
    return payment
  })
}

function sourceColumns(
  source: PaymentSource,
): Pick<NewPayment, 'confirmationToken' | 'keepsMethod' | 'paymentMethodId'> {
  if ('paymentMethodId' in source) {
    const { paymentMethodId } = source
    return { paymentMethodId, confirmationToken: null, keepsMethod: false }
  }
  const { confirmationToken, keep: keepsMethod } = source
  assert(readConfirmationToken(confirmationToken) !== null, 'the token is good at its entrance')
  return { confirmationToken, keepsMethod, paymentMethodId: null }
}

/** Tells whose payment it was, once there is an order. */
export const attachPayment = (work: Work, attachment: Attachment): Promise<void> =>
  attachPayments(work, [attachment])

/** The same of many. */
export async function attachPayments(
  { tx }: Work,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return
  const attached = await attachAllToOrders(tx, attachments)
  assert(attached === attachments.length, 'a payment belongs to one order')
}
