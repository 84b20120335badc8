import { customerId } from '@guildhall/contract/customers/shapes'
import { usageLimitId } from '@guildhall/contract/limits/limit-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { instant } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { watchSweep } from '../../../platform/due/watched.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { SweepDefinition } from '../../../platform/sweeps.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { LimitDeps } from '../actions/deps.ts'
import { mailThreshold } from '../actions/mail-threshold.ts'
import { tellThresholds } from '../actions/tell-thresholds.ts'
import { limitsToWatch } from '../store/thresholds.ts'

/** Usage is ingested without events that could wake it. */
export const tellThresholdsSweep: SweepDefinition<LimitDeps> = watchSweep(
  limitsToWatch,
  tellThresholds,
)

const payload = z.object({
  organizationId,
  customerId,
  limitId: usageLimitId,
  threshold: z.int(),
  used: z.number(),
  periodEnd: z.nullable(instant),
})

export const mailThresholdJob: JobDefinition<LimitDeps> = job({
  name: 'limits.mail_threshold',
  payload,
  on: [
    when(
      'usage_limit.threshold_reached',
      ['id', 'customerId', 'threshold', 'used', 'periodEnd'],
      ({ organizationId: organization, payload: { id, ...reached } }) => [
        { payload: { ...reached, organizationId: organization, limitId: id } },
      ],
    ),
  ],
  run: (deps: LimitDeps, reached) =>
    runUnitOfWork(deps.uowFactory, { organizationId: reached.organizationId }, (uow) =>
      mailThreshold(uow, deps, reached),
    ),
})
