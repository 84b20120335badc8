import {
  type createCustomField,
  type getCustomField,
  listCustomFields,
} from '@guildhall/contract/catalog/custom-fields'
import type { BodyInput, ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import type { CustomFieldsView } from './custom-fields-view.ts'

export type CustomField = ResponseOf<typeof getCustomField>
export type CustomFieldType = CustomField['type']
/** The body of a creation. */
export type NewCustomField = BodyInput<typeof createCustomField>

export const customFieldsQuery = (organizationId: OrganizationId, view: CustomFieldsView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'custom-fields', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listCustomFields, {
        query: { ...listRequest(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })
