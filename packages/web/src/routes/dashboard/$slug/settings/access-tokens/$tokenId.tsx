import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { accessTokenQuery } from '#/features/access-tokens/access-token-queries.ts'
import { readAccessTokenDraft } from '#/features/access-tokens/access-tokens-view.ts'
import { ChangeAccessToken } from '#/features/access-tokens/change-access-token.tsx'
import { OwnersOnly } from '#/features/access-tokens/owners-only.tsx'
import { useFreshSession } from '#/features/account/fresh-session.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/access-tokens/$tokenId')({
  validateSearch: readAccessTokenDraft,
  loader: async ({ context: { queryClient, organizationId }, params: { tokenId } }) => {
    const token = await queryClient.ensureQueryData(accessTokenQuery(organizationId, tokenId))
    if (token === null) throw notFound()
  },
  notFoundComponent: TokenNotFound,
  component: AccessToken,
})

function AccessToken() {
  const { slug, tokenId } = Route.useParams()
  const start = Route.useSearch()
  const router = useRouter()
  const navigate = useNavigate()
  const { id, role } = useOrganization()
  const { data: token } = useSuspenseQuery(accessTokenQuery(id, tokenId))
  const [draft, setDraft] = useState(start)
  const params = { slug, tokenId }
  const here = router.buildLocation({ to: Route.fullPath, params, search: draft })
  const { run, dialog } = useFreshSession(here.href)
  if (token === null) return <TokenNotFound />
  const leave = () =>
    void navigate({
      to: '/dashboard/$slug/settings/access-tokens',
      params: { slug },
      // Everything is saved.
      ignoreBlocker: true,
    })
  return (
    <Page title={token.comment} trail={<ListTrail list="tokens" />}>
      {mayIn(role, 'developers', 'write') ? (
        <ChangeAccessToken
          token={token}
          start={start}
          run={(action, typed) => {
            setDraft(typed)
            return run(action)
          }}
          onDone={leave}
        />
      ) : (
        <OwnersOnly />
      )}
      {dialog}
    </Page>
  )
}

function TokenNotFound() {
  return (
    <NotFoundPage title="Access token not found">
      It may have been revoked, or the link may be wrong.
    </NotFoundPage>
  )
}
