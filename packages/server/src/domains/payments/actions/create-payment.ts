import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { readConfirmationToken } from '../rules/confirmation-token.ts'
import { confirmationEndsAt, firstCheckAt } from '../rules/resume-schedule.ts'
import {
  type Attachment,
  attachPaymentsToOrders,
  findLatestPayments,
  insertPayments,
  type NewPayment,
} from '../store/payment-batch.ts'
import type { PaymentRow } from '../store/payments.ts'
import type { PaymentDeps } from './deps.ts'

/** A card that the customer has just entered, stored for later or not; or a stored one. */
type PaymentSource =
  | {
      readonly confirmationToken: string
      readonly storeMethod: boolean
      /** A stored card serves the purchase alone, and is none of the customer’s own. */
      readonly forPurchaseOnly?: boolean
    }
  | { readonly paymentMethodId: Id<'paymentMethod'> }

export interface PaymentInput {
  /** Given where the id is needed in advance. */
  readonly id?: Id<'payment'>
  readonly organizationId: Id<'organization'>
  readonly checkoutId: Id<'checkout'> | null
  readonly orderId: Id<'order'> | null
  readonly customerId: Id<'customer'>
  readonly customerEmail: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly source: PaymentSource
  /** Whether the customer is there to confirm it with their bank, and no checkout waits for it. */
  readonly isOnSession?: boolean
  /** What is bought, as the processor shows it. */
  readonly description: string
  readonly returnUrl: string | null
  /** Sent to the processor. */
  readonly metadata: Readonly<Record<string, string>>
}

type Deps = Pick<PaymentDeps, 'clock' | 'processors'>

/**
 * The first of three steps of a payment: it is stored before the processor is called, so that a
 * crash at any later moment leaves a row to continue from.
 */
export async function createPayment(
  uow: UnitOfWork,
  deps: Deps,
  input: PaymentInput,
): Promise<PaymentRow> {
  const [payment] = await createPayments(uow, deps, [input])
  assert(payment !== undefined, 'one input makes one payment')
  return payment
}

/**
 * Any number of payments of one organization. For an order with a pending or succeeded payment that
 * payment is returned instead of a second one, also if it fails at this moment: its failure must be
 * handled before the next charge. No event is recorded: a sweep finds abandoned payments.
 */
export async function createPayments(
  uow: UnitOfWork,
  { clock, processors }: Deps,
  inputs: readonly PaymentInput[],
): Promise<PaymentRow[]> {
  const [first] = inputs
  if (first === undefined) return []
  const { organizationId } = first
  const startedAt = clock.now()
  const started = inputs.map(({ source, metadata, isOnSession = false, ...input }): NewPayment => {
    assert(input.organizationId === organizationId, 'a batch is of one organization')
    return {
      ...input,
      ...sourceColumns(source),
      id: input.id ?? uow.newId('payment'),
      processor: processors.current,
      metadata,
      startedAt,
      // A card that was just entered is charged immediately. A stored one is asked for again.
      submittedAt: 'paymentMethodId' in source ? null : startedAt,
      confirmBy: isOnSession ? confirmationEndsAt(startedAt) : null,
      resumeAt: firstCheckAt(startedAt),
      claimedBy: uow.claimant,
      createdAt: uow.now,
    }
  })
  uow.noteDue(organizationId, 'payments.resume')
  const inserted = await insertPayments(uow.tx, started)
  const known = new Map(inserted.map((payment) => [payment.id, payment]))
  const others = started.filter(({ id }) => !known.has(id)).flatMap(({ orderId }) => orderId ?? [])
  const existing =
    others.length === 0 ? [] : await findLatestPayments(uow.tx, organizationId, others)
  return started.map(({ id, orderId }) => {
    const payment = known.get(id) ?? existing.find((one) => one.orderId === orderId)
    assert(payment !== undefined, 'a payment that wasn’t inserted exists already')
    return payment
  })
}

function sourceColumns(
  source: PaymentSource,
): Pick<NewPayment, 'confirmationToken' | 'storesMethod' | 'forPurchaseOnly' | 'paymentMethodId'> {
  if ('paymentMethodId' in source) {
    const { paymentMethodId } = source
    return { paymentMethodId, confirmationToken: null, storesMethod: false, forPurchaseOnly: false }
  }
  const { confirmationToken, storeMethod: storesMethod, forPurchaseOnly = false } = source
  assert(readConfirmationToken(confirmationToken) !== null, 'tokens are validated at the API')
  return { confirmationToken, storesMethod, forPurchaseOnly, paymentMethodId: null }
}

/** Links a payment to its order. */
export const attachPayment = (uow: UnitOfWork, attachment: Attachment): Promise<void> =>
  attachPayments(uow, [attachment])

export async function attachPayments(
  { tx }: UnitOfWork,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return
  const attached = await attachPaymentsToOrders(tx, attachments)
  assert(attached === attachments.length, 'a payment belongs to one order')
}
