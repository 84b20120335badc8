import type { ResponseOf } from '@guildhall/contract/operation'
import { getBillingSettings } from '@guildhall/contract/organizations/billing-settings'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { type OrganizationId, organizationKey } from './own-organizations.ts'

export type BillingSettings = ResponseOf<typeof getBillingSettings>

/** How an organization bills its subscriptions. */
export const billingSettingsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'billing-settings'],
    queryFn: ({ signal }) =>
      api.call(getBillingSettings, { params: { id: organizationId }, signal }),
  })
