import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from './shapes.ts'

/** How a change of a subscription is charged. */
export const prorationModes = ['invoice', 'prorate', 'next_period', 'reset'] as const

/** What becomes of a subscription whose payment never came. */
export const dunningFinalActions = ['cancel', 'keep', 'unpaid'] as const

const attemptsMax = 10
const attemptDayMax = 90
const graceDaysMax = 90

/** Days after the first failed payment, each later than the one before. */
const attemptDays = z.array(z.int().check(z.minimum(1), z.maximum(attemptDayMax))).check(
  z.maxLength(attemptsMax),
  z.refine((days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? day)), {
    error: 'Each day must be later than the one before',
  }),
)

const graceDays = z.int().check(z.minimum(0), z.maximum(graceDaysMax))

export const BillingSettings = z.object({
  /** Where a change of plan doesn’t say how it is charged. */
  prorationMode: z.enum(prorationModes),
  allowMultipleSubscriptions: z.boolean(),
  allowCustomerUpdates: z.boolean(),
  dunning: z.object({
    /** On which days after the first failed payment another is tried. */
    attemptDays,
    /** How long benefits stay after it; 0 takes them away at once. */
    graceDays,
    /** What becomes of the subscription after the last try. */
    finalAction: z.enum(dunningFinalActions),
  }),
})

const BillingSettingsUpdate = z.object({
  prorationMode: z.nullish(z.enum(prorationModes)),
  allowMultipleSubscriptions: z.nullish(z.boolean()),
  allowCustomerUpdates: z.nullish(z.boolean()),
  /** Only what is named changes. */
  dunning: z.nullish(
    z.object({
      attemptDays: z.nullish(attemptDays),
      graceDays: z.nullish(graceDays),
      finalAction: z.nullish(z.enum(dunningFinalActions)),
    }),
  ),
})

const ofSettings = {
  ...forSellers,
  tag: 'Sellers',
  path: '/v1/organizations/:id/billing-settings',
  params: z.object({ id: organizationId }),
  returns: BillingSettings,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
} as const

export const getBillingSettings = endpoint({
  ...ofSettings,
  name: 'getBillingSettings',
  method: 'GET',
  summary: 'Get how subscriptions are billed',
  may: 'organizations:read',
})

export const updateBillingSettings = endpoint({
  ...ofSettings,
  name: 'updateBillingSettings',
  method: 'PATCH',
  summary: 'Change how subscriptions are billed',
  description:
    'Only what is named changes. `subscription_settings` of the organization shows the same, but ' +
    'for `next_period`, which it calls `prorate`, and `reset`, which it calls `invoice`. Dunning ' +
    'that is under way goes on by the new days.',
  may: 'organizations:write',
  body: BillingSettingsUpdate,
})
