import { licenseKeyId } from '@guildhall/contract/entitlements/license-key-shapes'
import { getLicenseKey, listLicenseKeys } from '@guildhall/contract/entitlements/license-keys'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listPerPage } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import { type KeysView, newestFirst } from './keys-view.ts'

export type ListedKey = ResponseOf<typeof listLicenseKeys>['items'][number]
export type LicenseKey = ResponseOf<typeof getLicenseKey>
export type Activation = LicenseKey['activations'][number]

const keysKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'license-keys'] as const

interface OfBenefit {
  benefitId: ListedKey['benefitId']
  view: KeysView
}

export const keysQuery = (organizationId: OrganizationId, of: OfBenefit) => {
  const { keys: page = 1 } = of.view
  const asked = keysRequest(organizationId, of)
  return queryOptions({
    queryKey: [...keysKey(organizationId), 'of-benefit', asked, page],
    queryFn: ({ signal }) =>
      api.call(listLicenseKeys, { query: { ...asked, page, limit: listPerPage }, signal }),
    placeholderData: keepPreviousRows,
  })
}

/** Filters and order of the list and of its export. */
export const keysRequest = (
  organizationId: OrganizationId,
  { benefitId, view: { key_sort, key_status } }: OfBenefit,
) => ({
  organizationId: [organizationId],
  benefitId: [benefitId],
  sorting: [key_sort ?? newestFirst],
  ...(key_status && { status: [key_status] }),
})

/** Null if the organization has no key with this id. */
export const keyQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...keysKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<LicenseKey | null> => {
      const asked = z.safeParse(licenseKeyId, id)
      if (!asked.success) return null
      const key = await nullIfMissing(
        api.call(getLicenseKey, { params: { id: asked.data }, signal }),
      )
      return key?.organizationId === organizationId ? key : null
    },
    // Applications use it meanwhile.
    staleTime: 0,
  })
