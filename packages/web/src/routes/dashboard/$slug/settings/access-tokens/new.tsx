import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { readAccessTokenDraft } from '#/features/access-tokens/access-tokens-view.ts'
import { CreateAccessToken } from '#/features/access-tokens/create-access-token.tsx'
import { OwnersOnly } from '#/features/access-tokens/owners-only.tsx'
import { useFreshSession } from '#/features/account/fresh-session.tsx'
import { Page } from '#/features/shell/page.tsx'

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
    <Page title="Create an access token" trail={<ListTrail list="tokens" />}>
      {mayIn(role, 'developers', 'write') ? (
        <CreateAccessToken
          start={start}
          run={(action, typed) => {
            setDraft(typed)
            return run(action)
          }}
        />
      ) : (
        <OwnersOnly />
      )}
      {dialog}
    </Page>
  )
}
