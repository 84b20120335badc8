import { createFileRoute } from '@tanstack/react-router'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { portalSettingsQuery } from '#/entities/organization/portal-settings.ts'
import { sellerQuery } from '#/entities/organization/seller-query.ts'
import { GeneralSettings } from '#/features/organizations/settings/general-settings.tsx'
import { SettingsSkeleton } from '#/features/organizations/settings/settings-skeleton.tsx'
import { Page } from '#/features/shell/page.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/')({
  loader: async ({ context: { queryClient, organizationId } }) => {
    await Promise.all([
      queryClient.ensureQueryData(sellerQuery(organizationId)),
      queryClient.ensureQueryData(billingSettingsQuery(organizationId)),
      queryClient.ensureQueryData(portalSettingsQuery(organizationId)),
    ])
  },
  pendingComponent: SettingsSkeleton,
  component: () => (
    <Page title="General">
      <GeneralSettings />
    </Page>
  ),
})
