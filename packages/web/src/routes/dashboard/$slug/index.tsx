import { createFileRoute, Link } from '@tanstack/react-router'
import MailPlus from 'lucide-react/icons/mail-plus'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn, roleText } from '#/entities/organization/roles.ts'
import { Home } from '#/features/organizations/home/home.tsx'
import { HomeSkeleton } from '#/features/organizations/home/home-skeleton.tsx'
import { loadHome } from '#/features/organizations/home/use-home-facts.ts'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'
import { Badge } from '#/ui/badge.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'

export const Route = createFileRoute('/dashboard/$slug/')({
  loader: async ({ context: { queryClient, organizationId } }) => {
    await loadHome(queryClient, organizationId)
  },
  pendingComponent: HomeSkeleton,
  component: HomePage,
})

function HomePage() {
  const { user } = useCurrentSession()
  const { name, slug, role } = useOrganization()
  const invite = (
    <Link
      to="/dashboard/$slug/settings/invitations"
      params={{ slug }}
      className={buttonClasses({ variant: 'primary' })}
    >
      <MailPlus aria-hidden="true" /> Invite people
    </Link>
  )
  return (
    <Page
      title={name}
      about={<Badge>{roleText(role)}</Badge>}
      actions={mayIn(role, 'invitation', 'create') && invite}
    >
      <Home ownId={user.id} />
    </Page>
  )
}
