import { paymentId as paymentIdShape } from '@guildhall/contract/payments/shapes'
import type { PlanChange } from '@guildhall/contract/portal/plan-changes'
import * as contract from '@guildhall/contract/portal/plan-changes'
import { type Id, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { customerUnitOfWork } from '../../customers/actions/customer-unit-of-work.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import { findPayment } from '../../payments/store/payments.ts'
import {
  followChange,
  startChangeOnSession,
} from '../../subscriptions/actions/change-on-session.ts'
import { findSubscriptionOfCustomer } from '../../subscriptions/store/customer-subscriptions.ts'
import type { SubscriptionRow } from '../../subscriptions/store/subscriptions.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { requirePlanChange } from '../actions/offered-plans.ts'
import { presentOnSession } from '../actions/present-on-session.ts'
import { showCustomerSubscription } from '../actions/show-purchases.ts'
import { toSubscriptionChange } from '../rules/subscription-change.ts'

export const planChangeRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  startRoute(deps),
  confirmRoute(deps),
]

const recovered = z.nullable(z.object({ paymentId: paymentIdShape }))

const startRoute = (deps: PortalDeps) =>
  serve(contract.startPlanChange, async (call) => {
    const { caller, params, body, recoveryPoint } = call
    const row = await subscriptionOf(deps, caller, params.id)
    const before = z.parse(recovered, recoveryPoint)
    if (before !== null) return stateOf(deps, { caller, row, paymentId: before.paymentId })
    const { productId, dueAmountMax } = body
    await requirePlanChange(deps, row, productId)
    const answers: PlanChange[] = []
    const paymentId = await startChangeOnSession(deps, {
      key: row,
      change: toSubscriptionChange({ productId }),
      needsAddress: true,
      ...(dueAmountMax !== undefined && { dueMax: dueAmountMax }),
      run: (task) => customerUnitOfWork(deps, caller, task),
      savePaymentId: (uow, id) => call.note(uow, { paymentId: id }),
      finish: async (uow, changed) => {
        const subscription = await showCustomerSubscription(uow.tx, deps, changed)
        answers.push(await call.finish(uow, { ...nothingCharged(changed), subscription }))
      },
    })
    if (paymentId !== null) return stateOf(deps, { caller, row, paymentId })
    const answer = answers.at(-1)
    assert(answer !== undefined, 'a change that is made is answered')
    return answer
  })

const nothingCharged = (row: SubscriptionRow) =>
  ({
    id: null,
    status: 'succeeded',
    amount: minorUnits.parse(0),
    currency: row.currency,
    clientSecret: null,
    declineMessage: null,
  }) as const

const confirmRoute = (deps: PortalDeps) =>
  serve(contract.confirmPlanChange, async ({ caller, params }) => {
    const row = await subscriptionOf(deps, caller, params.id)
    return stateOf(deps, { caller, row, paymentId: params.paymentId })
  })

interface StartedChange {
  readonly caller: CustomerCaller
  readonly row: SubscriptionRow
  readonly paymentId: Id<'payment'>
}

async function stateOf(
  deps: PortalDeps,
  { caller, row, paymentId }: StartedChange,
): Promise<PlanChange> {
  const { organizationId } = caller
  const { kysely } = deps.uowFactory.database
  const key = { organizationId, paymentId }
  const payment = await findPayment(kysely, key)
  const paidFor = Metadata.safeParse(payment?.metadata).data
  const isOfChange =
    payment?.confirmBy != null &&
    paidFor?.subscription_id === row.id &&
    paidFor.order_id === undefined
  if (!isOfChange) throw new Problem('not_found')
  const outcome = await followChange(deps, key, (task) => customerUnitOfWork(deps, caller, task))
  const changed = await subscriptionOf(deps, caller, row.id)
  const subscription = await showCustomerSubscription(kysely, deps, changed)
  return { ...presentOnSession(payment, outcome), id: paymentId, subscription }
}

/** Payments of orders name both. */
const Metadata = z.object({ subscription_id: z.string(), order_id: z.optional(z.string()) })

async function subscriptionOf(
  { uowFactory }: PortalDeps,
  caller: CustomerCaller,
  id: Id<'subscription'>,
): Promise<SubscriptionRow> {
  const found = await findSubscriptionOfCustomer(uowFactory.database.kysely, caller, id)
  if (found === undefined) throw new Problem('not_found')
  return found
}
