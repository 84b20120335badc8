import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useFreshSession } from '#/features/account/fresh-session.tsx'
import { DangerZone } from '#/features/organizations/danger/danger-zone.tsx'
import { loadDanger } from '#/features/organizations/danger/use-danger-facts.ts'
import { SettingsSkeleton } from '#/features/organizations/settings/settings-skeleton.tsx'
import { Page } from '#/features/shell/page.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/danger')({
  loader: async ({ context: { queryClient, organizationId } }) => {
    await loadDanger(queryClient, organizationId)
  },
  pendingComponent: SettingsSkeleton,
  component: Danger,
})

function Danger() {
  const { slug } = useOrganization()
  const here = useRouter().buildLocation({ to: Route.fullPath, params: { slug } })
  const { run, dialog } = useFreshSession(here.href)
  return (
    <Page title="Danger zone">
      <DangerZone run={run} />
      {dialog}
    </Page>
  )
}
