import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { productId } from '../catalog/prices.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'

export const portalPlansMax = 100

export const PortalSettings = z.object({
  /**
   * The products that customers may change their plan to, in the order in which they see them; null
   * for all public recurring ones.
   */
  plans: z.nullable(z.array(productId)),
})

const ofSettings = {
  ...forSellers,
  tag: 'Customer portal',
  path: '/v1/organizations/:id/portal-settings',
  params: z.object({ id: organizationId }),
  returns: PortalSettings,
  status: 200,
} as const

export const getPortalSettings = operation({
  ...ofSettings,
  name: 'getPortalSettings',
  method: 'GET',
  summary: 'Get portal settings',
  may: 'organizations:read',
  refuses: [...callRefusals, 'not_found'],
})

export const updatePortalSettings = operation({
  ...ofSettings,
  name: 'updatePortalSettings',
  method: 'PATCH',
  summary: 'Update portal settings',
  description:
    '`plans` replaces the whole list. A product that is archived or private later stays in the ' +
    'list, but is not offered. Whether customers may change their plan at all is ' +
    '`allow_customer_updates` of the billing settings.',
  may: 'organizations:write',
  body: z.object({
    plans: z.optional(
      z.nullable(z.array(productId).check(z.minLength(1), z.maxLength(portalPlansMax))),
    ),
  }),
  refuses: [
    ...callRefusals,
    'not_found',
    'portal_plan_unknown',
    'portal_plan_twice',
    'portal_plan_unsuitable',
    'portal_plan_private',
  ],
})
