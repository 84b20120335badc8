import type { ResponseOf } from '@guildhall/contract/operation'
import { getPortalSettings } from '@guildhall/contract/portal/settings'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { type OrganizationId, organizationKey } from './own-organizations.ts'

export type PortalSettings = ResponseOf<typeof getPortalSettings>

/** What customers can do in the portal of an organization. */
export const portalSettingsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'portal-settings'],
    queryFn: ({ signal }) =>
      api.call(getPortalSettings, { params: { id: organizationId }, signal }),
  })
