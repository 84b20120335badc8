import * as z from 'zod/mini'
import { productId } from '../catalog/prices.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { operation } from '../operation.ts'
import { onSessionState } from '../payments/on-session.ts'
import { paymentId } from '../payments/shapes.ts'
import { minorUnits } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { CustomerSubscription } from './portal-shapes.ts'
import { planRefusals } from './subscriptions.ts'

/** A change of the plan that the customer makes and, where their bank asks for it, confirms. */
export const PlanChange = z.object({
  ...onSessionState,
  /** The payment that it waits for; null where nothing is charged now. */
  id: z.nullable(paymentId),
  /** As it is now: it changes when the payment has succeeded. */
  subscription: CustomerSubscription,
})
export type PlanChange = z.output<typeof PlanChange>

const ofPlanChanges = { ...forCustomers, tag: 'Customer portal' } as const
const path = '/v1/customer-portal/subscriptions/:id/plan-changes'

export const startPlanChange = operation({
  ...ofPlanChanges,
  name: 'startPlanChange',
  method: 'POST',
  path,
  summary: 'Change the plan of a customer who is present',
  description:
    'Like the update of a subscription, for a page that shows the customer their bank’s question: ' +
    'with the status `requires_action` the response has a client secret for their browser. The plan ' +
    'changes when the payment has succeeded. One that isn’t confirmed within 15 minutes is ' +
    'canceled, and so is one that was left unconfirmed when another is started.',
  params: z.object({ id: subscriptionId }),
  body: z.object({
    productId,
    /** What the customer was shown as due now: a higher amount is refused. */
    dueAmountMax: z.optional(minorUnits.check(z.minimum(0))),
  }),
  returns: PlanChange,
  status: 201,
  refuses: [
    ...sessionRefusals,
    'not_found',
    ...planRefusals,
    'subscription_change_under_way',
    'subscription_payment_method_missing',
    'subscription_quote_outdated',
  ],
})

export const confirmPlanChange = operation({
  ...ofPlanChanges,
  name: 'confirmPlanChange',
  method: 'POST',
  path: `${path}/:paymentId/confirm`,
  summary: 'Confirm a plan change',
  description: 'Returns its state after the customer has answered their bank.',
  params: z.object({ id: subscriptionId, paymentId }),
  returns: PlanChange,
  status: 200,
  // It returns the current state, which may differ for a repeated call.
  idempotent: false,
  refuses: [...sessionRefusals, 'not_found'],
})
