import { methodSetUpId } from '@guildhall/contract/payments/method-shapes'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { carryOutSetUp } from '../actions/carry-out-set-up.ts'
import type { PaymentParts } from '../actions/parts.ts'
import { askProcessor, isUnavailable } from '../actions/processor-of.ts'
import { findSetUp } from '../store/set-ups.ts'

export const carryOutSetUpTask = 'payments.carryOutSetUp'
export const forgetMethodTask = 'payments.forgetMethod'

/** By then whoever began it has long carried it out, unless their process died over it. */
const laterSeconds = 30

const startedReaction: Reaction = {
  on: 'payment_method_set_up.started',
  jobs: ({ organizationId, object, recordedAt }) => [
    {
      task: carryOutSetUpTask,
      payload: { organizationId, id: object.id },
      runAt: new Date(recordedAt.getTime() + laterSeconds * 1000),
    },
  ],
}

/** The customer may have closed the page before the bank’s answer came. */
const calledReaction: Reaction = {
  on: 'payment_method_set_up.called',
  jobs: ({ organizationId, object }) => [
    { task: carryOutSetUpTask, payload: { organizationId, id: object.id } },
  ],
}

const deletedReaction: Reaction = {
  on: 'payment_method.deleted',
  jobs: ({ organizationId, object, payload }) => [
    { task: forgetMethodTask, payload: { ...payload, organizationId, id: object.id } },
  ],
}

export const methodReactions: readonly Reaction[] = [
  startedReaction,
  calledReaction,
  deletedReaction,
]

const ofSetUp = z.object({ organizationId: id('organization'), id: methodSetUpId })

/** What was begun is carried out, whoever began it. */
export const carryOutSetUpJob =
  (parts: PaymentParts): Task =>
  async (payload) => {
    const key = z.parse(ofSetUp, payload)
    // Another server may have begun it with the same account at the processor.
    if ((await findSetUp(parts.workshop.database.kysely, key)) === undefined) return
    const outcome = await carryOutSetUp(parts, key)
    const isOpen = outcome.status === 'pending' && outcome.isProcessorAway
    if (isOpen) throw new Error('the processor couldn’t be asked; trying again later')
  }

const ofMethod = z.object({
  organizationId: id('organization'),
  id: z.string(),
  processor: z.string(),
  processor_id: z.string(),
})

/** What is deleted here isn’t kept at the processor either. */
export const forgetMethodJob =
  (parts: PaymentParts): Task =>
  async (payload) => {
    const { organizationId, id: of, processor, processor_id } = z.parse(ofMethod, payload)
    const method = { organizationId, method: processor_id }
    const heard = await askProcessor(parts, { processor, id: of }, (port) => port.forget(method))
    if (isUnavailable(heard)) throw new Error('the processor couldn’t be asked; trying again later')
  }
