import type { BodyInput } from '@guildhall/contract/operation'
import { updateBillingSettings } from '@guildhall/contract/organizations/billing-settings'
import { updateOrganization } from '@guildhall/contract/organizations/organizations'
import { updateSellerOrganization } from '@guildhall/contract/organizations/seller-organizations'
import { updatePortalSettings } from '@guildhall/contract/portal/settings'
import { useQueryClient } from '@tanstack/react-query'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { organizationsQuery } from '#/entities/organization/own-organizations.ts'
import { portalSettingsQuery } from '#/entities/organization/portal-settings.ts'
import { sellerQuery } from '#/entities/organization/seller-query.ts'
import { api } from '#/lib/api.ts'

type AccountChanges = BodyInput<typeof updateOrganization>['data']
type SellerChanges = BodyInput<typeof updateSellerOrganization>
type BillingChanges = BodyInput<typeof updateBillingSettings>
type PortalChanges = BodyInput<typeof updatePortalSettings>

/**
 * Saves an organization through the operations that hold its parts: account, seller, billing and
 * portal settings. Unchanged parts aren’t sent.
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
  const savePortal = async (body: PortalChanges) => {
    const settings = await api.call(updatePortalSettings, { params: { id }, body })
    queryClient.setQueryData(portalSettingsQuery(id).queryKey, settings)
    return settings
  }
  return { saveAccount, saveSeller, saveBilling, savePortal }
}
