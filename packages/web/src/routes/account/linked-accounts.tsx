import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { linkedAccountsQuery, optionsQuery } from '#/features/account/account-queries.ts'
import { LinkResult } from '#/features/account/link-result.tsx'
import { LinkedAccounts } from '#/features/account/linked-accounts.tsx'
import { Page } from '#/features/shell/page.tsx'

const cameFrom = z.catch(
  z.object({
    connected: z.optional(z.string()),
    disconnect: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
  {},
)

export const Route = createFileRoute('/account/linked-accounts')({
  validateSearch: (search) => z.parse(cameFrom, search),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(linkedAccountsQuery)
    await queryClient.ensureQueryData(optionsQuery)
  },
  component: LinkedAccountsPage,
})

function LinkedAccountsPage() {
  const { data: options } = useSuspenseQuery(optionsQuery)
  const { connected, disconnect, error } = Route.useSearch()
  return (
    <Page title="Linked accounts">
      <div className="grid gap-4">
        <LinkResult connected={connected} error={error} options={options} />
        <LinkedAccounts options={options} disconnect={disconnect} />
      </div>
    </Page>
  )
}
