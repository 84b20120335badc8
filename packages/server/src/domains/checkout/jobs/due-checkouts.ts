import type { Id } from '@guildhall/contract/primitives'
import type { DueWork } from '../../../platform/due-work.ts'
import { finishCheckout } from '../actions/finish-checkout.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { dueCheckoutsMax } from '../store/checkouts.ts'
import { findNextEnd, listDueIn, listPaid } from '../store/due-checkouts.ts'
import { endDue } from './settle-checkouts.ts'

/**
 * Checkouts where the organization’s clock is advanced: what is paid is finished before time goes
 * on, and what is over ends at its instant.
 */
export const checkoutDueWork = (parts: CheckoutParts): DueWork => ({
  nextDue: (organizationId) => findNextEnd(parts.workshop.database.kysely, organizationId),
  run: async (organizationId) => {
    await finishPaid(parts, organizationId)
    await endAllDue(parts, organizationId)
  },
})

async function finishPaid(parts: CheckoutParts, organizationId: Id<'organization'>): Promise<void> {
  const { kysely } = parts.workshop.database
  for (const paid of await listPaid(kysely, organizationId)) await finishCheckout(parts, paid)
}

async function endAllDue(parts: CheckoutParts, organizationId: Id<'organization'>): Promise<void> {
  const { kysely } = parts.workshop.database
  for (;;) {
    const due = await listDueIn(kysely, organizationId)
    let ended = 0
    for (const one of due) if (await endDue(parts, one)) ended += 1
    if (due.length < dueCheckoutsMax || ended === 0) return
  }
}
