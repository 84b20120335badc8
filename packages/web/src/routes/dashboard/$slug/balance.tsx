import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { balanceQuery, entriesQuery } from '#/features/balance/balance-queries.ts'
import { Balances } from '#/features/balance/balances.tsx'
import { EntriesList } from '#/features/balance/entries-list.tsx'
import { readEntriesView } from '#/features/balance/entries-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/balance')({
  validateSearch: onlyParsed(readEntriesView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page waits for the figures only.
  loader: async ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(entriesQuery(organizationId, deps))
    await queryClient.ensureQueryData(balanceQuery(organizationId))
  },
  component: BalancePage,
})

function BalancePage() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Balance">
      <Balances />
      <EntriesList
        view={view}
        onViewChange={(list, { replace }) =>
          void navigate({ search: readEntriesView({ ...list }), replace })
        }
      />
    </Page>
  )
}
