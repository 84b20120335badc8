import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerRow, lockCustomerForShare } from '../../customers/store/customers.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import { recordOutcome } from '../../payments/actions/record-outcome.ts'
import type { IntentSnapshot } from '../../payments/rules/processor.ts'
import type { PaymentRow } from '../../payments/store/payments.ts'
import { type CheckoutRow, findFrozenAt, lockIfUnchanged } from '../store/checkouts.ts'
import type { ConfirmedCheckout } from './confirm-checkout.ts'
import type { CheckoutDeps } from './deps.ts'
import { saveSuccess } from './finish-checkout.ts'
import { openPortalSessionOf } from './portal-session.ts'

interface PaidCheckout extends ConfirmedCheckout {
  readonly seller: Pick<OrganizationRow, 'name' | 'slug'>
  readonly payment: PaymentRow
  /** Says that it succeeded. */
  readonly snapshot: IntentSnapshot
}

type Answer<T> = (uow: UnitOfWork, customerSessionToken: string) => Promise<T>

/**
 * Saves everything that follows from a payment that has just succeeded in one transaction: its
 * outcome, the order, the ledger entries, the checkout and the buyer's portal session. Null where
 * another process was faster with any of it: then nothing is saved here.
 */
export async function finishImmediately<T>(
  deps: CheckoutDeps,
  { row, details, seller, payment, snapshot }: PaidCheckout,
  answer: Answer<T>,
): Promise<T | null> {
  const { organizationId } = row
  const { id: paymentId } = payment
  const locked: { customer?: CustomerRow } = {}
  const enter = async (tx: Transaction<Tables>) => {
    const { customer, frozenAt } = await lockAll(tx, row)
    locked.customer = customer
    return frozenAt
  }
  const finished = runUnitOfWork(deps.uowFactory, { organizationId, enter }, async (uow) => {
    const { customer } = locked
    assert(customer !== undefined, '`enter` runs before the unit of work')
    const attach = async (orderId: Id<'order'>) => {
      const recorded = await recordOutcome(
        uow,
        deps,
        { organizationId, paymentId, orderId },
        snapshot,
      )
      // Another process recorded it without an order.
      if (recorded.orderId !== orderId) throw overtaken
    }
    const [token] = await inOrder(uow.tx, [
      () => openPortalSessionOf(uow, row, customer),
      () =>
        saveSuccess(uow, deps, {
          row,
          details,
          card: null,
          customer,
          seller,
          payment: { id: paymentId, attach },
        }),
    ])
    return answer(uow, token)
  })
  return finished.catch(overtakenAsNull)
}

const overtaken = Symbol('another process was faster')

function overtakenAsNull(error: unknown): null {
  if (error === overtaken) return null
  throw error
}

interface Locked {
  readonly customer: CustomerRow
  readonly frozenAt: Date | null
}

/** Locks the customer before the checkout, as everywhere. */
async function lockAll(tx: Transaction<Tables>, row: CheckoutRow): Promise<Locked> {
  const { organizationId, customerId: id } = row
  assert(id !== null, 'a confirmed checkout has a customer')
  const [frozenAt, customer, isUnchanged] = await inOrder(tx, [
    () => findFrozenAt(tx, organizationId),
    () => lockCustomerForShare(tx, { organizationId, id }),
    () => lockIfUnchanged(tx, row),
  ])
  const isConfirmed = row.status === 'confirmed' && isUnchanged
  if (!isConfirmed || customer === undefined) throw overtaken
  return { customer, frozenAt }
}
