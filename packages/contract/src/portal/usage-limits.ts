import * as z from 'zod/mini'
import { listing, listOf } from '../billing/listing.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { UsageLimit, usageLimitId } from '../limits/limit-shapes.ts'
import { limitTargetRefusals, UsageLimitInput } from '../limits/usage-limits.ts'
import { operation } from '../operation.ts'

const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const

export const listPortalUsageLimits = operation({
  ...ofPortal,
  name: 'listPortalUsageLimits',
  method: 'GET',
  path: '/v1/customer-portal/usage-limits/',
  summary: 'List the usage limits of a customer',
  description: 'Those of the seller, and the customer’s own.',
  query: z.object(listing(['created_at'], ['-created_at'])),
  returns: listOf(UsageLimit),
  status: 200,
  refuses: sessionRefusals,
})

export const setPortalUsageLimit = operation({
  ...ofPortal,
  name: 'setPortalUsageLimit',
  method: 'PUT',
  path: '/v1/customer-portal/usage-limits/',
  summary: 'Set a usage limit',
  description:
    'It replaces the customer’s own limit of this meter or subscription. A hard limit of the seller ' +
    'can only be lowered.',
  body: UsageLimitInput,
  returns: UsageLimit,
  status: 200,
  refuses: [...sessionRefusals, ...limitTargetRefusals, 'usage_limit_too_high'],
})

export const deletePortalUsageLimit = operation({
  ...ofPortal,
  name: 'deletePortalUsageLimit',
  method: 'DELETE',
  path: '/v1/customer-portal/usage-limits/:id',
  summary: 'Delete one’s own usage limit',
  params: z.object({ id: usageLimitId }),
  returns: null,
  status: 204,
  refuses: [...sessionRefusals, 'not_found', 'usage_limit_of_seller'],
})
