import type { Id } from '@guildhall/contract/primitives'
import { lookAtDue } from '../../../platform/due/look-at-due.ts'
import type { DueWork } from '../../../platform/due-work.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { cancelPayment } from '../../payments/actions/submit-payment.ts'
import { cancelSetUp } from '../../payments/actions/submit-set-up.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { expireCheckout } from '../actions/expire-checkout.ts'
import { finishCheckout } from '../actions/finish-checkout.ts'
import { reopenCheckout } from '../actions/reopen-checkout.ts'
import {
  checkoutsToExpire,
  type DueCheckout,
  dueCheckoutsMax,
  findNextExpiry,
  listDueCheckouts,
  listPaid,
} from '../store/due-checkouts.ts'

/** Expires checkouts whose time is over by the clock of their organization. */
export const expireCheckouts: JobDefinition<CheckoutDeps> = schedule({
  name: checkoutsToExpire.kind,
  cron: '* * * * *',
  run: (deps: CheckoutDeps, { signal }) =>
    lookAtDue(deps.uowFactory, {
      list: checkoutsToExpire,
      signal,
      run: async (organizationIds) => {
        for (const id of organizationIds) await expireAll(deps, id, signal)
      },
    }),
})

/**
 * The same where an organization's clock is advanced. Paid checkouts are finished first, before
 * time advances.
 */
export const checkoutDueWork = (deps: CheckoutDeps): DueWork => {
  const { kysely } = deps.uowFactory.database
  return {
    nextDue: (organizationId) => findNextExpiry(kysely, organizationId),
    run: async (organizationId: Id<'organization'>) => {
      for (const paid of await listPaid(kysely, organizationId)) await finishCheckout(deps, paid)
      await expireAll(deps, organizationId)
    },
  }
}

async function expireAll(
  deps: CheckoutDeps,
  organizationId: Id<'organization'>,
  signal?: AbortSignal,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  for (;;) {
    const due = await listDueCheckouts(kysely, { organizationId, now: deps.clock.now() })
    let expired = 0
    for (const one of due) {
      if (signal?.aborted === true) return
      if (await expireDue(deps, one)) expired += 1
    }
    if (due.length < dueCheckoutsMax || expired === 0) return
  }
}

/**
 * An unfinished payment is canceled at the processor first; if it has succeeded meanwhile, the
 * checkout is finished instead. False where the outcome is not known yet.
 */
async function expireDue(deps: CheckoutDeps, due: DueCheckout): Promise<boolean> {
  const { organizationId, id, status } = due
  if (status === 'open') {
    await expireCheckout(deps, { organizationId, id })
    return true
  }
  const attemptId = due.paymentId ?? due.setUpId
  if (attemptId === null) return false
  const outcome = await cancelAttempt(deps, due)
  if (outcome === 'succeeded') await finishCheckout(deps, { organizationId, id })
  if (outcome === 'failed') await reopenCheckout(deps, { organizationId, id, attemptId })
  return outcome === 'succeeded' || outcome === 'failed'
}

async function cancelAttempt(
  deps: CheckoutDeps,
  { organizationId, paymentId, setUpId }: DueCheckout,
): Promise<string | null> {
  if (paymentId !== null) return (await cancelPayment(deps, { organizationId, paymentId })).status
  if (setUpId === null) return null
  return (await cancelSetUp(deps, { organizationId, id: setUpId })).status
}
