import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { Finance } from '#/features/finance/finance.tsx'
import { readFinanceView } from '#/features/finance/finance-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/finance')({
  validateSearch: onlyParsed(readFinanceView),
  loader: ({ context: { queryClient, organizationId } }) =>
    queryClient.ensureQueryData(billingSettingsQuery(organizationId)),
  component: FinancePage,
})

function FinancePage() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Finance">
      <Finance
        view={view}
        onViewChange={(search) => void navigate({ search, resetScroll: false })}
      />
    </Page>
  )
}
