import type { listJobs } from '@guildhall/contract/maintenance/jobs'
import type { ResponseOf } from '@guildhall/contract/operation'
import { id } from '@guildhall/contract/primitives'
import type { QueuedJob } from '../../../platform/queued-jobs.ts'
import { shownError } from '../../../platform/shown-error.ts'

type Job = ResponseOf<typeof listJobs>['jobs'][number]

const anObject = id('object')

/** Anything else in a payload may be personal or secret. */
const shownFields = [
  'id',
  'organizationId',
  'customerId',
  'orderId',
  'paymentId',
  'refundId',
  'disputeId',
  'itemId',
  'attemptId',
  'subscriptionId',
  'productId',
  'benefitId',
  'checkoutId',
  'mailId',
] as const

export function presentJob(job: QueuedJob): Job {
  const { id, task, state, attempts, attemptsMax, createdAt, runAt, lastError, payload } = job
  return {
    id,
    task,
    state,
    attempts,
    attemptsMax,
    createdAt,
    nextAttemptAt: state === 'waiting' || state === 'retrying' ? runAt : null,
    lastError: lastError === null ? null : shownError(lastError),
    objects: objectsOf(payload),
  }
}

function objectsOf(payload: unknown): Record<string, string> {
  const fields = new Map<string, unknown>(Object.entries(payload ?? {}))
  return Object.fromEntries(
    shownFields.flatMap((field) => {
      const { data } = anObject.safeParse(fields.get(field))
      return data === undefined ? [] : [[field, data]]
    }),
  )
}
