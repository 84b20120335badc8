import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { optionsQuery } from '#/features/account/account-queries.ts'
import { ConfirmDeletion } from '#/features/account/confirm-deletion.tsx'
import { DeleteAccount } from '#/features/account/delete-account.tsx'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'
import { Banner } from '#/ui/banner.tsx'

const cameFrom = z.catch(
  z.object({ token: z.optional(z.string()), error: z.optional(z.string()) }),
  {},
)

export const Route = createFileRoute('/account/delete')({
  validateSearch: (search) => z.parse(cameFrom, search),
  loader: ({ context }) => context.queryClient.ensureQueryData(optionsQuery),
  component: Delete,
})

function Delete() {
  const { user } = useCurrentSession()
  const { data: options } = useSuspenseQuery(optionsQuery)
  const { token, error } = Route.useSearch()
  return (
    <Page title="Delete account">
      {error !== undefined && (
        <Banner tone="bad" title="Nothing was deleted." className="mb-4">
          The link has expired, or it belongs to another account.
        </Banner>
      )}
      {!options.deleteUser && (
        <p className="text-s text-ink-2">Only the operator of this server can delete accounts.</p>
      )}
      {options.deleteUser && token === undefined && (
        <DeleteAccount user={user} sendsMail={options.sendsMail} />
      )}
      {options.deleteUser && token !== undefined && <ConfirmDeletion user={user} token={token} />}
    </Page>
  )
}
