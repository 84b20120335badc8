import { getAuditLogSettings, listAuditEntries } from '@guildhall/contract/audit/audit-log'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { type AuditView, auditFilters } from './audit-view.ts'

export type AuditEntry = ResponseOf<typeof listAuditEntries>['items'][number]

const auditKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'audit-log'] as const

export const auditQuery = (organizationId: OrganizationId, view: AuditView) =>
  queryOptions({
    queryKey: [...auditKey(organizationId), 'page', view],
    queryFn: ({ signal }) => {
      const { sort, page } = view
      const query = {
        ...listRequest({ ...(sort && { sort }), ...(page && { page }) }),
        ...auditFilters(view),
        organizationId: [organizationId],
      }
      return api.call(listAuditEntries, { query, signal })
    },
    placeholderData: keepPreviousRows,
  })

export const auditSettingsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...auditKey(organizationId), 'settings'],
    queryFn: ({ signal }) =>
      api.call(getAuditLogSettings, { params: { id: organizationId }, signal }),
  })
