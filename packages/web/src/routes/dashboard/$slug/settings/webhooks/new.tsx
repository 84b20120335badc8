import { createFileRoute, Link } from '@tanstack/react-router'
import { Page } from '../../../../../features/shell/page.tsx'
import { CreateEndpoint } from '../../../../../features/webhooks/create-endpoint.tsx'
import { NotForYou } from '../../../../../features/webhooks/not-for-you.tsx'
import { WebhooksTrail } from '../../../../../features/webhooks/webhooks-trail.tsx'
import { useOrganization } from '../../../../../lib/current-organization.tsx'
import { mayIn } from '../../../../../lib/roles.ts'
import { buttonLook } from '../../../../../ui/button-look.ts'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/new')({
  component: NewEndpoint,
})

function NewEndpoint() {
  const { slug, role } = useOrganization()
  const cancel = (
    <Link
      to="/dashboard/$slug/settings/webhooks"
      params={{ slug }}
      className={buttonLook({ variant: 'ghost' })}
    >
      Cancel
    </Link>
  )
  return (
    <Page title="Create a webhook endpoint" trail={<WebhooksTrail />}>
      {mayIn(role, 'developers', 'write') ? <CreateEndpoint cancel={cancel} /> : <NotForYou />}
    </Page>
  )
}
