import { organizationId } from '@guildhall/contract/organizations/shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import { TopUp } from '@guildhall/contract/topups/top-up-shapes'
import * as z from 'zod/mini'
import { watchSweep } from '../../../platform/due/watched.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { SweepDefinition } from '../../../platform/sweeps.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { buyDueCredits } from '../actions/buy-due-credits.ts'
import type { TopUpDeps } from '../actions/deps.ts'
import { mailTopUp } from '../actions/mail-top-up.ts'
import { settlePurchase } from '../actions/settle-purchase.ts'
import { topUpsToWatch } from '../store/due-top-ups.ts'

/** Usage is ingested without events that could wake it. */
export const buyDueCreditsSweep: SweepDefinition<TopUpDeps> = watchSweep(
  topUpsToWatch,
  buyDueCredits,
)

// A payment without a checkout and an order may be that of credits. The process that submitted it may
// have died meanwhile.
export const settlePurchaseJob: JobDefinition<TopUpDeps> = job({
  name: 'topups.settle_purchase',
  payload: z.object({ organizationId, paymentId }),
  on: [
    when(
      ['payment.succeeded', 'payment.failed'],
      ['checkoutId', 'orderId'],
      ({ organizationId: organization, object, payload: { checkoutId, orderId } }) =>
        checkoutId === null && orderId === null
          ? [{ payload: { organizationId: organization, paymentId: object.id } }]
          : [],
    ),
  ],
  run: (deps: TopUpDeps, key) => settlePurchase(deps, key),
})

const payload = z.pick(z.extend(TopUp, { organizationId }), {
  organizationId: true,
  customerId: true,
  meterId: true,
  productId: true,
  threshold: true,
  purchasesMax: true,
  totalAmountMax: true,
  currency: true,
  stopReason: true,
  stopMessage: true,
})

export const mailTopUpJob: JobDefinition<TopUpDeps> = job({
  name: 'topups.mail_customer',
  payload,
  on: [
    when(
      ['top_up.turned_on', 'top_up.stopped'],
      [
        'customerId',
        'meterId',
        'productId',
        'threshold',
        'purchasesMax',
        'totalAmountMax',
        'currency',
        'stopReason',
        'stopMessage',
      ],
      ({ organizationId: organization, payload: topUp }) => [
        { payload: { ...topUp, organizationId: organization } },
      ],
    ),
  ],
  run: (deps: TopUpDeps, topUp) =>
    runUnitOfWork(deps.uowFactory, { organizationId: topUp.organizationId }, (uow) =>
      mailTopUp(uow, deps, topUp),
    ),
})
