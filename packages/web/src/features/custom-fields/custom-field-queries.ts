import {
  type createCustomField,
  type getCustomField,
  listCustomFields,
} from '@guildhall/contract/catalog/custom-fields'
import type { AnswerOf, BodyInput } from '@guildhall/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type ListView, listAsked } from '../../lib/list-view.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'

export type CustomField = AnswerOf<typeof getCustomField>
export type CustomFieldType = CustomField['type']
/** What is sent to make one. */
export type NewCustomField = BodyInput<typeof createCustomField>

export const customFieldSorts = ['slug', 'name', 'type', 'created_at'] as const

export type CustomFieldsView = ListView<(typeof customFieldSorts)[number]>

export const customFieldsQuery = (organizationId: OrganizationId, view: CustomFieldsView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'custom-fields', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listCustomFields, {
        query: { ...listAsked(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
