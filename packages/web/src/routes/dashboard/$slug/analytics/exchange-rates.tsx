import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { RateActions } from '#/features/exchange-rates/rate-actions.tsx'
import { rateSorts, ratesQuery } from '#/features/exchange-rates/rate-queries.ts'
import { RatesList } from '#/features/exchange-rates/rates-list.tsx'
import { ReportingCard } from '#/features/exchange-rates/reporting-card.tsx'
import { MessagePage } from '#/features/shell/message-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { readListView } from '#/lib/list-view.ts'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { linkClasses } from '#/ui/link-classes.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/analytics/exchange-rates')({
  validateSearch: onlyParsed((search) => readListView(search, rateSorts)),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(ratesQuery(organizationId, deps))
    await queryClient.ensureQueryData(billingSettingsQuery(organizationId))
  },
  component: ExchangeRates,
})

function ExchangeRates() {
  const { id, slug, role } = useOrganization()
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { reportingCurrency } = useSuspenseQuery(billingSettingsQuery(id)).data
  if (!mayIn(role, 'analytics', 'read')) {
    return <MessagePage title="Exchange rates">Your role doesn’t include figures.</MessagePage>
  }
  return (
    <UnsavedChangesGuard>
      <Page
        title="Exchange rates"
        actions={<RateActions />}
        trail={
          <Link to="/dashboard/$slug/analytics" params={{ slug }} className={linkClasses}>
            Analytics
          </Link>
        }
      >
        <div className="grid gap-4">
          <ReportingCard />
          {reportingCurrency !== null && (
            <RatesList
              view={view}
              onViewChange={(list, { replace }) =>
                void navigate({ search: readListView({ ...list }, rateSorts), replace })
              }
            />
          )}
        </div>
      </Page>
    </UnsavedChangesGuard>
  )
}
