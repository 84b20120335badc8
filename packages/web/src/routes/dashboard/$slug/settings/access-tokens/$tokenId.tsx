import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { accessTokenQuery } from '../../../../../features/access-tokens/access-token-queries.ts'
import { AccessTokensTrail } from '../../../../../features/access-tokens/access-tokens-trail.tsx'
import { readAccessTokenDraft } from '../../../../../features/access-tokens/access-tokens-view.ts'
import { ChangeAccessToken } from '../../../../../features/access-tokens/change-access-token.tsx'
import { NotForYou } from '../../../../../features/access-tokens/not-for-you.tsx'
import { useFreshSession } from '../../../../../features/account/fresh-session.tsx'
import { NotFoundPage } from '../../../../../features/shell/not-found-page.tsx'
import { Page } from '../../../../../features/shell/page.tsx'
import { useOrganization } from '../../../../../lib/current-organization.tsx'
import { mayIn } from '../../../../../lib/roles.ts'

export const Route = createFileRoute('/dashboard/$slug/settings/access-tokens/$tokenId')({
  validateSearch: readAccessTokenDraft,
  loader: async ({ context: { queryClient, organizationId }, params: { tokenId } }) => {
    const token = await queryClient.ensureQueryData(accessTokenQuery(organizationId, tokenId))
    if (token === null) throw notFound()
  },
  notFoundComponent: NoSuchToken,
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
  if (token === null) return <NoSuchToken />
  const leave = () =>
    void navigate({
      to: '/dashboard/$slug/settings/access-tokens',
      params: { slug },
      // All of it is saved.
      ignoreBlocker: true,
    })
  return (
    <Page title={token.comment} trail={<AccessTokensTrail />}>
      {mayIn(role, 'developers', 'write') ? (
        <ChangeAccessToken
          token={token}
          start={start}
          run={(delicate, typed) => {
            setDraft(typed)
            return run(delicate)
          }}
          onDone={leave}
        />
      ) : (
        <NotForYou />
      )}
      {dialog}
    </Page>
  )
}

function NoSuchToken() {
  return (
    <NotFoundPage title="There is no such access token">
      It may have been revoked, or the link is mistyped.
    </NotFoundPage>
  )
}
