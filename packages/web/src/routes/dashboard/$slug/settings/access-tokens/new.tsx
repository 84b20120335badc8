import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AccessTokensTrail } from '../../../../../features/access-tokens/access-tokens-trail.tsx'
import { readAccessTokenDraft } from '../../../../../features/access-tokens/access-tokens-view.ts'
import { CreateAccessToken } from '../../../../../features/access-tokens/create-access-token.tsx'
import { NotForYou } from '../../../../../features/access-tokens/not-for-you.tsx'
import { useFreshSession } from '../../../../../features/account/fresh-session.tsx'
import { Page } from '../../../../../features/shell/page.tsx'
import { useOrganization } from '../../../../../lib/current-organization.tsx'
import { mayIn } from '../../../../../lib/roles.ts'

export const Route = createFileRoute('/dashboard/$slug/settings/access-tokens/new')({
  validateSearch: readAccessTokenDraft,
  component: NewAccessToken,
})

function NewAccessToken() {
  const start = Route.useSearch()
  const router = useRouter()
  const { slug, role } = useOrganization()
  const [draft, setDraft] = useState(start)
  const here = router.buildLocation({ to: Route.fullPath, params: { slug }, search: draft })
  const { run, dialog } = useFreshSession(here.href)
  return (
    <Page title="Create an access token" trail={<AccessTokensTrail />}>
      {mayIn(role, 'developers', 'write') ? (
        <CreateAccessToken
          start={start}
          run={(delicate, typed) => {
            setDraft(typed)
            return run(delicate)
          }}
        />
      ) : (
        <NotForYou />
      )}
      {dialog}
    </Page>
  )
}
