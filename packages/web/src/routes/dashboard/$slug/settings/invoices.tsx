import { createFileRoute } from '@tanstack/react-router'
import { InvoiceSettings } from '#/features/organizations/invoices/invoice-settings.tsx'
import { sellerDetailsQuery } from '#/features/organizations/invoices/seller-details-query.ts'
import { SettingsSkeleton } from '#/features/organizations/settings/settings-skeleton.tsx'
import { Page } from '#/features/shell/page.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/invoices')({
  loader: async ({ context: { queryClient, organizationId } }) => {
    await queryClient.ensureQueryData(sellerDetailsQuery(organizationId))
  },
  pendingComponent: SettingsSkeleton,
  component: () => (
    <UnsavedChangesGuard>
      <Page title="Invoices">
        <InvoiceSettings />
      </Page>
    </UnsavedChangesGuard>
  ),
})
