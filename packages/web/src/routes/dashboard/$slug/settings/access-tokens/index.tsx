import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { accessTokensQuery } from '#/features/access-tokens/access-token-queries.ts'
import { AccessTokensList } from '#/features/access-tokens/access-tokens-list.tsx'
import { readAccessTokensView } from '#/features/access-tokens/access-tokens-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { CreateLink } from '#/ui/create-link.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/access-tokens/')({
  validateSearch: onlyParsed(readAccessTokensView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(accessTokensQuery(organizationId, deps))
  },
  component: AccessTokens,
})

function AccessTokens() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { role } = useOrganization()
  const mayWrite = mayIn(role, 'developers', 'write')
  return (
    <Page title="Access tokens" actions={mayWrite && <CreateToken />}>
      <AccessTokensList
        view={view}
        onViewChange={(list, { replace }) =>
          void navigate({ search: readAccessTokensView({ ...list }), replace })
        }
      />
      {!mayWrite && (
        <p className="mt-3 px-1 text-s text-ink-2">
          Owners and admins can create, change and revoke access tokens.
        </p>
      )}
    </Page>
  )
}

function CreateToken() {
  const { slug } = useOrganization()
  const link = { to: '/dashboard/$slug/settings/access-tokens/new', params: { slug } } as const
  return <CreateLink label="Create token" link={link} />
}
