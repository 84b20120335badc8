import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { MailsList } from '#/features/admin/mails-list.tsx'
import { mailsQuery } from '#/features/admin/mails-queries.ts'
import { readMailsView } from '#/features/admin/mails-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/admin/mails')({
  validateSearch: onlyParsed(readMailsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn’t wait.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(mailsQuery(deps))
  },
  component: Mails,
})

function Mails() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Mail log">
      <MailsList view={view} onViewChange={(search) => void navigate({ search })} />
    </Page>
  )
}
