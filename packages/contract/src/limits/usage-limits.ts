import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import {
  UsageLimit,
  usageLimitAmountMax,
  usageLimitId,
  usageLimitUnitsMax,
  usageThresholds,
  usageUnitsMin,
} from './limit-shapes.ts'

const ofLimits = { ...forSellers, tag: 'Usage limits' } as const

/** Units of a meter, or the usage of a subscription in money. */
export const UsageLimitInput = z
  .object({
    meterId: z.nullish(meterId),
    units: z.nullish(
      z.union([
        z.literal(0),
        z.number().check(z.minimum(usageUnitsMin), z.maximum(usageLimitUnitsMax)),
      ]),
    ),
    subscriptionId: z.nullish(id('subscription')),
    amount: z.nullish(z.int().check(z.minimum(0), z.maximum(usageLimitAmountMax))),
    isHard: z._default(z.nullish(z.boolean()), true),
    thresholds: z._default(z.nullish(usageThresholds), []),
  })
  .check((context) => {
    const { meterId: meter, units, subscriptionId, amount } = context.value
    const isUnits = meter != null && units != null && subscriptionId == null && amount == null
    const isMoney = meter == null && units == null && subscriptionId != null && amount != null
    if (isUnits || isMoney) return
    context.issues.push({
      code: 'custom',
      input: context.value,
      path: ['meterId'],
      message: 'Give either meter_id and units, or subscription_id and amount',
    })
  })
  .register(z.globalRegistry, requiresAny(['meterId', 'units'], ['subscriptionId', 'amount']))
export type UsageLimitInput = z.output<typeof UsageLimitInput>

export const limitTargetRefusals = [
  'usage_meter_unknown',
  'usage_meter_not_added_up',
  'usage_subscription_unknown',
] as const

export const listUsageLimits = operation({
  ...ofLimits,
  name: 'listUsageLimits',
  method: 'GET',
  path: '/v1/customers/:id/usage-limits',
  summary: 'List the usage limits of a customer',
  description: 'Those of the seller, and those that the customer has set in the portal.',
  may: 'customer_meters:read',
  params: z.object({ id: customerId }),
  query: z.object(listing(['created_at'], ['-created_at'])),
  returns: listOf(UsageLimit),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const setUsageLimit = operation({
  ...ofLimits,
  name: 'setUsageLimit',
  method: 'PUT',
  path: '/v1/customers/:id/usage-limits',
  summary: 'Set a usage limit of a customer',
  description:
    'For a period of the subscription, or for all usage outside of subscriptions. It replaces the ' +
    'seller’s limit of this meter or subscription. A meter with a limit may be used without credits ' +
    'and without a price.',
  may: 'customers:write',
  params: z.object({ id: customerId }),
  body: UsageLimitInput,
  returns: UsageLimit,
  status: 200,
  refuses: [...callRefusals, 'not_found', ...limitTargetRefusals],
})

export const deleteUsageLimit = operation({
  ...ofLimits,
  name: 'deleteUsageLimit',
  method: 'DELETE',
  path: '/v1/customers/:id/usage-limits/:limitId',
  summary: 'Delete a usage limit of a customer',
  description: 'Those that the customer has set can only be deleted by the customer.',
  may: 'customers:write',
  params: z.object({ id: customerId, limitId: usageLimitId }),
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found', 'usage_limit_of_customer'],
})
