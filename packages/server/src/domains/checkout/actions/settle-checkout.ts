import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type Work, work } from '../../../platform/work.ts'
import { type CustomerRow, holdCustomer, openCustomerSession } from '../../customers/index.ts'
import { type IntentSeen, noteOutcome, type PaymentRow } from '../../payments/index.ts'
import { type CheckoutRow, lockIfUnchanged } from '../store/checkouts.ts'
import { findFrozenAt } from '../store/instants.ts'
import type { ConfirmedCheckout } from './confirm-checkout.ts'
import { writeSuccess } from './finish-checkout.ts'
import type { CheckoutParts } from './parts.ts'

interface PaidCheckout extends ConfirmedCheckout {
  /** By name. */
  readonly seller: string
  readonly payment: PaymentRow
  /** That it succeeded. */
  readonly seen: IntentSeen
}

type Answer<T> = (unit: Work, customerSessionToken: string) => Promise<T>

/**
 * All that a payment leads to which has just succeeded, in one transaction: what came of it, order,
 * books, checkout, and the session of whoever bought. Null where somebody else was faster with any of
 * it: then nothing of it has happened here, and what follows from the payment does it.
 */
export async function settleCheckout<T>(
  parts: CheckoutParts,
  { row, makings, seller, payment, seen }: PaidCheckout,
  answer: Answer<T>,
): Promise<T | null> {
  const { organizationId } = row
  const { id: paymentId } = payment
  const held: { customer?: CustomerRow } = {}
  const enter = async (tx: Transaction<Tables>) => {
    const { customer, frozenAt } = await lockAll(tx, row)
    held.customer = customer
    return frozenAt
  }
  const settled = work(parts.workshop, { organizationId, enter }, async (unit) => {
    const { customer } = held
    assert(customer !== undefined, 'the unit was entered')
    const attach = async (orderId: Id<'order'>) => {
      const noted = await noteOutcome(unit, parts, { organizationId, paymentId, orderId }, seen)
      // Whoever else noted it knew of no order.
      if (noted.orderId !== orderId) throw overtaken
    }
    const [token] = await Promise.all([
      letIn(unit, row, customer),
      writeSuccess(unit, parts, {
        row,
        makings,
        card: null,
        customer,
        seller,
        payment: { id: paymentId, attach },
      }),
    ])
    return answer(unit, token)
  })
  return settled.catch(overtakenAsNull)
}

const overtaken = Symbol('somebody was faster')

function overtakenAsNull(error: unknown): null {
  if (error === overtaken) return null
  throw error
}

interface Locked {
  readonly customer: CustomerRow
  readonly frozenAt: Date | null
}

/** Customer before checkout, as everybody does. */
async function lockAll(tx: Transaction<Tables>, row: CheckoutRow): Promise<Locked> {
  const { organizationId, customerId: id } = row
  assert(id !== null, 'who confirms is a customer')
  const [frozenAt, customer, isUnchanged] = await Promise.all([
    findFrozenAt(tx, organizationId),
    holdCustomer(tx, { organizationId, id }),
    lockIfUnchanged(tx, row),
  ])
  const isConfirmed = row.status === 'confirmed' && isUnchanged
  if (!isConfirmed || customer === undefined) throw overtaken
  return { customer, frozenAt }
}

/** Whoever only typed the address of a known customer may be somebody else, and isn’t let in. */
export const isLetIn = ({ customerId, isCustomerGiven, madeCustomerId }: CheckoutRow): boolean =>
  isCustomerGiven || customerId === madeCustomerId

async function letIn(unit: Work, row: CheckoutRow, customer: CustomerRow): Promise<string> {
  if (!isLetIn(row)) return ''
  const made = makeSecret(secretPrefixes.customerSession)
  await openCustomerSession(unit, customer, made)
  return made.secret
}
