import { createFileRoute } from '@tanstack/react-router'
import { GeneralSettings } from '../../../../features/organizations/settings/general-settings.tsx'
import { SettingsSkeleton } from '../../../../features/organizations/settings/settings-skeleton.tsx'
import { Page } from '../../../../features/shell/page.tsx'
import { sellerQuery } from '../../../../lib/seller-query.ts'

const skeletonAfterMilliseconds = 150

export const Route = createFileRoute('/dashboard/$slug/settings/')({
  loader: async ({ context: { queryClient, organizationId } }) => {
    await queryClient.ensureQueryData(sellerQuery(organizationId))
  },
  pendingMs: skeletonAfterMilliseconds,
  pendingMinMs: 0,
  pendingComponent: SettingsSkeleton,
  component: () => (
    <Page title="General">
      <GeneralSettings />
    </Page>
  ),
})
