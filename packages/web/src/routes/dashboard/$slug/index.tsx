import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import MailPlus from 'lucide-react/icons/mail-plus'
import { sessionQuery } from '#/entities/account/session.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn, roleText } from '#/entities/organization/roles.ts'
import { sellerDetailsQuery } from '#/entities/organization/seller-details-query.ts'
import { Home } from '#/features/home/home.tsx'
import { HomeSkeleton } from '#/features/home/home-skeleton.tsx'
import { overviewQuery } from '#/features/home/overview-query.ts'
import { readPreferences } from '#/features/home/preferences.ts'
import { showsSetup } from '#/features/home/setup-steps.ts'
import { PeopleCard } from '#/features/organizations/home/people-card.tsx'
import { membersQuery } from '#/features/organizations/organization-queries.ts'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'
import { Badge } from '#/ui/badge.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'

/** As many as the people card shows. */
const facesMax = 6

export const Route = createFileRoute('/dashboard/$slug/')({
  loader: async ({ context: { queryClient, organizationId, role } }) => {
    const [{ setup }, session] = await Promise.all([
      queryClient.ensureQueryData(overviewQuery(organizationId)),
      queryClient.ensureQueryData(sessionQuery),
      queryClient.ensureQueryData(membersQuery(organizationId, facesMax)),
    ])
    if (session === null) return
    const { isSetupHidden } = readPreferences({ userId: session.user.id, organizationId })
    if (!showsSetup(setup, { role, isSetupHidden })) return
    await queryClient.ensureQueryData(sellerDetailsQuery(organizationId))
  },
  pendingComponent: HomeSkeleton,
  component: HomePage,
})

function HomePage() {
  const { user } = useCurrentSession()
  const { id, name, slug, role } = useOrganization()
  const { data: people } = useSuspenseQuery(membersQuery(id, facesMax))
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
      <Home userId={user.id} aside={<PeopleCard faces={people.members} ownId={user.id} />} />
    </Page>
  )
}
