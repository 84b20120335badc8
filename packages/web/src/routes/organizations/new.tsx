import { createFileRoute, Link } from '@tanstack/react-router'
import { requireSession } from '#/entities/account/session.ts'
import { CreateOrganizationForm } from '#/features/organizations/create/create-organization-form.tsx'
import { Page } from '#/features/shell/page.tsx'
import { SignedIn, useCurrentSession } from '#/features/shell/signed-in.tsx'
import { Stage } from '#/features/shell/stage.tsx'

export const Route = createFileRoute('/organizations/new')({
  beforeLoad: requireSession,
  component: () => (
    <SignedIn>
      <NewOrganization />
    </SignedIn>
  ),
})

function NewOrganization() {
  const { user } = useCurrentSession()
  const trail = (
    <Link to="/dashboard" className="rounded-xs underline-offset-3 hover:underline">
      Back to the dashboard
    </Link>
  )
  return (
    <Stage user={user}>
      <div>
        <Page title="Create organization" trail={trail}>
          <CreateOrganizationForm />
        </Page>
      </div>
    </Stage>
  )
}
