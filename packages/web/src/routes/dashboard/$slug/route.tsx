import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import {
  createFileRoute,
  notFound,
  Outlet,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { Fragment, useEffect, useMemo } from 'react'
import { clockQuery } from '#/entities/organization/clock.ts'
import { OrganizationProvider } from '#/entities/organization/current-organization.tsx'
import {
  type OwnOrganization,
  organizationsQuery,
} from '#/entities/organization/own-organizations.ts'
import { findOrganization } from '#/features/organizations/find-organization.ts'
import { OrganizationSwitcher } from '#/features/organizations/frame/organization-switcher.tsx'
import { useActivation } from '#/features/organizations/frame/use-activation.ts'
import { teamsQuery } from '#/features/organizations/organization-queries.ts'
import { AccountMenu } from '#/features/shell/account-menu.tsx'
import { dashboardSections } from '#/features/shell/dashboard-sections.ts'
import { Frame } from '#/features/shell/frame.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'
import { OrganizationTime } from '#/features/time-travel/organization-time.tsx'
import { SandboxClock } from '#/features/time-travel/sandbox-clock.tsx'
import { TimeTravelling } from '#/features/time-travel/time-travel.tsx'
import { later } from '#/ui/later.tsx'

const DashboardPalette = later(
  async () => (await import('./-dashboard-palette.tsx')).DashboardPalette,
)

/** Organizations of others look the same as missing ones. */
export const Route = createFileRoute('/dashboard/$slug')({
  beforeLoad: async ({ context: { queryClient }, params: { slug } }) => {
    const organization = await findOrganization(queryClient, slug)
    if (organization === null) throw notFound()
    return { organizationId: organization.id, role: organization.role }
  },
  loader: async ({ context: { queryClient, organizationId } }) => {
    void queryClient.prefetchQuery(teamsQuery(organizationId))
    // Times on these pages are relative to the organization’s clock.
    await queryClient.prefetchQuery(clockQuery(organizationId))
  },
  notFoundComponent: OrganizationNotFound,
  component: Dashboard,
})

function Dashboard() {
  const { organizationId } = Route.useRouteContext()
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' })
  const organization = organizations.find(({ id }) => id === organizationId)
  if (organization !== undefined) return <Inside {...{ organization, organizations }} />
  // After leaving or deleting it, the user is being redirected.
  return isNavigating ? null : <OrganizationNotFound />
}

interface InsideProps {
  organization: OwnOrganization
  organizations: readonly OwnOrganization[]
}

function Inside(props: InsideProps) {
  const { slug, id } = props.organization
  useActivation(id)
  useCurrentAddress(slug)
  return (
    <TimeTravelling organization={props.organization}>
      <Framed {...props} />
    </TimeTravelling>
  )
}

function Framed({ organization, organizations }: InsideProps) {
  const { id, name, slug, role } = organization
  const { user } = useCurrentSession()
  const navigate = Route.useNavigate()
  const { data: teams } = useQuery(teamsQuery(id))
  const hasTeams = teams !== null
  const sections = useMemo(
    () => dashboardSections({ slug, role, hasTeams }),
    [slug, role, hasTeams],
  )
  return (
    <Frame
      name={name}
      place={
        <OrganizationSwitcher
          organizations={organizations}
          current={organization}
          // A failed navigation shows the error page, so it isn’t awaited.
          onSwitch={(other) =>
            void navigate({ to: '/dashboard/$slug', params: { slug: other.slug } })
          }
          onCreate={() => void navigate({ to: '/organizations/new' })}
        />
      }
      sections={sections}
      below={(closeMenu) => <SandboxClock onGo={closeMenu} />}
      palette={(props) => <DashboardPalette {...{ ...props, organization, organizations }} />}
      footer={<AccountMenu user={user} />}
    >
      <OrganizationProvider organization={organization}>
        <OrganizationTime>
          {/* Remounts for another organization, so that no input carries over. */}
          <Fragment key={id}>
            <Outlet />
          </Fragment>
        </OrganizationTime>
      </OrganizationProvider>
    </Frame>
  )
}

/** Keeps the page of a renamed organization by redirecting to its new slug. */
function useCurrentAddress(slug: string): void {
  const router = useRouter()
  const { slug: shown } = Route.useParams()
  useEffect(() => {
    if (slug === shown) return
    const here = { to: '.', search: true, hash: true } as const
    void router.navigate({ ...here, params: (given) => ({ ...given, slug }), replace: true })
  }, [router, slug, shown])
}

function OrganizationNotFound() {
  return (
    <NotFoundPage title="Organization not found">
      Its URL may have changed, or you are not a member of it.
    </NotFoundPage>
  )
}
