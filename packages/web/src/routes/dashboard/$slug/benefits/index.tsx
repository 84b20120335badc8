import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { benefitsQuery } from '#/features/benefits/benefit-queries.ts'
import { BenefitsList } from '#/features/benefits/benefits-list.tsx'
import { readBenefitsView } from '#/features/benefits/benefits-view.ts'
import { CreateBenefitButton } from '#/features/benefits/create-benefit-button.tsx'
import { MeterDialog } from '#/features/meters/meter-dialog.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/benefits/')({
  validateSearch: onlyParsed(readBenefitsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(benefitsQuery(organizationId, deps))
  },
  component: Benefits,
})

function Benefits() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <UnsavedChangesGuard>
      <Page title="Benefits" actions={<CreateBenefitButton MeterDialog={MeterDialog} />}>
        <BenefitsList
          view={view}
          onViewChange={(search, { replace }) => void navigate({ search, replace })}
        />
      </Page>
    </UnsavedChangesGuard>
  )
}
