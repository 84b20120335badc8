import { createFileRoute } from '@tanstack/react-router'
import { DangerZone } from '#/features/organizations/danger/danger-zone.tsx'
import { loadDanger } from '#/features/organizations/danger/use-danger-facts.ts'
import { SettingsSkeleton } from '#/features/organizations/settings/settings-skeleton.tsx'
import { Page } from '#/features/shell/page.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/danger')({
  loader: async ({ context: { queryClient, organizationId } }) => {
    await loadDanger(queryClient, organizationId)
  },
  pendingComponent: SettingsSkeleton,
  component: () => (
    <Page title="Danger zone">
      <DangerZone />
    </Page>
  ),
})
