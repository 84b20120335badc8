import { createFileRoute, Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Page } from '#/features/shell/page.tsx'
import { CreateEndpoint } from '#/features/webhooks/create-endpoint.tsx'
import { OwnersOnly } from '#/features/webhooks/owners-only.tsx'
import { WebhooksTrail } from '#/features/webhooks/webhooks-trail.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/new')({
  component: NewEndpoint,
})

function NewEndpoint() {
  const { slug, role } = useOrganization()
  const cancel = (
    <Link
      to="/dashboard/$slug/settings/webhooks"
      params={{ slug }}
      className={buttonClasses({ variant: 'ghost' })}
    >
      Cancel
    </Link>
  )
  return (
    <Page title="Create a webhook endpoint" trail={<WebhooksTrail />}>
      {mayIn(role, 'developers', 'write') ? <CreateEndpoint cancel={cancel} /> : <OwnersOnly />}
    </Page>
  )
}
