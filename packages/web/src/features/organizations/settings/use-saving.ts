import type { BodyInput } from '@guildhall/contract/operation'
import { updateBillingSettings } from '@guildhall/contract/organizations/billing-settings'
import { updateOrganization } from '@guildhall/contract/organizations/organizations'
import { updateSellerOrganization } from '@guildhall/contract/organizations/seller-organizations'
import { useQueryClient } from '@tanstack/react-query'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { organizationsQuery } from '#/entities/organization/own-organizations.ts'
import { sellerQuery } from '#/entities/organization/seller-query.ts'
import { api } from '#/lib/api.ts'

type AccountChanges = BodyInput<typeof updateOrganization>['data']
type SellerChanges = BodyInput<typeof updateSellerOrganization>
type BillingChanges = BodyInput<typeof updateBillingSettings>

/**
 * Saves an organization through the three operations that hold its parts: account, seller and
 * billing settings. Unchanged parts aren’t sent.
 */
export function useSaving() {
  const queryClient = useQueryClient()
  const { id } = useOrganization()
  const saveAccount = async (data: AccountChanges) => {
    if (Object.keys(data).length === 0) return
    await api.call(updateOrganization, { body: { data, organizationId: id } })
    await Promise.all([
      queryClient.invalidateQueries(organizationsQuery),
      queryClient.invalidateQueries(sellerQuery(id)),
    ])
  }
  const saveSeller = async (body: SellerChanges) => {
    if (Object.keys(body).length === 0) return
    const seller = await api.call(updateSellerOrganization, { params: { id }, body })
    queryClient.setQueryData(sellerQuery(id).queryKey, seller)
  }
  const saveBilling = async (body: BillingChanges) => {
    const settings = await api.call(updateBillingSettings, { params: { id }, body })
    queryClient.setQueryData(billingSettingsQuery(id).queryKey, settings)
    await queryClient.invalidateQueries(sellerQuery(id))
  }
  return { saveAccount, saveSeller, saveBilling }
}
