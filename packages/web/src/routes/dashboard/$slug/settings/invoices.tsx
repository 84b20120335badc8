import { createFileRoute } from '@tanstack/react-router'
import { sellerDetailsQuery } from '#/entities/organization/seller-details-query.ts'
import { InvoiceSettings } from '#/features/organizations/invoices/invoice-settings.tsx'
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
