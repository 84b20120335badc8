import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { operation } from '../operation.ts'
import { currency, minorUnits } from '../primitives.ts'
import { timeZone } from '../time-zone.ts'
import { organizationId } from './shapes.ts'

/** How a change of a subscription is charged. */
export const prorationModes = ['invoice', 'prorate', 'next_period', 'reset'] as const

/** What happens to a subscription when all retries have failed. */
export const dunningFinalActions = ['cancel', 'keep', 'unpaid'] as const

/**
 * What happens to a subscription while a payment of it is disputed: it isn’t renewed, it continues,
 * or it ends.
 */
export const disputeBehaviors = ['pause_renewals', 'keep', 'end'] as const
export type DisputeBehavior = (typeof disputeBehaviors)[number]

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

export const deferredAmountMax = 99_999_999

/** Without tax. */
const deferredChangeMax = minorUnits.check(z.minimum(0), z.maximum(deferredAmountMax))

const usageGraceMinutesMax = 4320

const usageGraceMinutes = z.int().check(z.minimum(0), z.maximum(usageGraceMinutesMax))

const graceDays = z.int().check(z.minimum(0), z.maximum(graceDaysMax))

export const BillingSettings = z.object({
  /** For plan changes without an explicit mode. */
  prorationMode: z.enum(prorationModes),
  allowMultipleSubscriptions: z.boolean(),
  allowCustomerUpdates: z.boolean(),
  /**
   * What the plan changes of customers may leave to the next order with `prorate`; more is charged
   * immediately.
   */
  deferredChangeMax,
  /** `keep` also applies to the next renewal of subscriptions that are paused already. */
  disputeBehavior: z.enum(disputeBehaviors),
  /** How long the end of a period waits for usage that is reported late, where usage is billed. */
  usageGraceMinutes,
  /** Where days, weeks, months and years of metrics begin. */
  timeZone: z.string(),
  /** In which metrics of all currencies are shown together; null to show each apart. */
  reportingCurrency: z.nullable(currency),
  dunning: z.object({
    /** The days after the first failed payment on which it is retried. */
    attemptDays,
    /** How long benefits stay after the first failed payment; 0 revokes them immediately. */
    graceDays,
    /** What happens to the subscription after the last attempt. */
    finalAction: z.enum(dunningFinalActions),
  }),
})

const BillingSettingsUpdate = z.object({
  prorationMode: z.nullish(z.enum(prorationModes)),
  allowMultipleSubscriptions: z.nullish(z.boolean()),
  allowCustomerUpdates: z.nullish(z.boolean()),
  deferredChangeMax: z.nullish(deferredChangeMax),
  disputeBehavior: z.nullish(z.enum(disputeBehaviors)),
  usageGraceMinutes: z.nullish(usageGraceMinutes),
  timeZone: z.nullish(timeZone),
  /** Null shows each currency apart again. */
  reportingCurrency: z.nullish(currency),
  /** Absent fields stay. */
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

export const getBillingSettings = operation({
  ...ofSettings,
  name: 'getBillingSettings',
  method: 'GET',
  summary: 'Get billing settings',
  may: 'organizations:read',
})

export const updateBillingSettings = operation({
  ...ofSettings,
  name: 'updateBillingSettings',
  method: 'PATCH',
  summary: 'Update billing settings',
  description:
    'Absent fields stay. `subscription_settings` of the organization shows the same settings, ' +
    'except that it shows `next_period` as `prorate` and `reset` as `invoice`. Dunning that is ' +
    'under way continues with the new days.',
  may: 'organizations:write',
  body: BillingSettingsUpdate,
})
