import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import {
  createFileRoute,
  notFound,
  Outlet,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { Fragment, useEffect, useMemo } from 'react'
import { useCustomerSearch } from '../../../features/customers/use-customer-search.tsx'
import { findOrganization } from '../../../features/organizations/find-organization.ts'
import { OrganizationSwitcher } from '../../../features/organizations/frame/organization-switcher.tsx'
import { useActivation } from '../../../features/organizations/frame/use-activation.ts'
import { useDashboardCommands } from '../../../features/organizations/frame/use-dashboard-commands.tsx'
import { useMemberSearch } from '../../../features/organizations/frame/use-member-search.tsx'
import { teamsQuery } from '../../../features/organizations/organization-queries.ts'
import { useProductSearch } from '../../../features/products/use-product-search.tsx'
import { AccountMenu } from '../../../features/shell/account-menu.tsx'
import { dashboardSections } from '../../../features/shell/dashboard-sections.ts'
import { Frame } from '../../../features/shell/frame.tsx'
import { NotFoundPage } from '../../../features/shell/not-found-page.tsx'
import { useCurrentSession } from '../../../features/shell/signed-in.tsx'
import { clockQuery } from '../../../features/time-travel/clock-query.ts'
import { OrganizationPresent } from '../../../features/time-travel/organization-present.tsx'
import { SandboxClock } from '../../../features/time-travel/sandbox-clock.tsx'
import { TimeTravelling } from '../../../features/time-travel/time-travel.tsx'
import { useTravelCommands } from '../../../features/time-travel/use-travel-commands.tsx'
import { InOrganization } from '../../../lib/current-organization.tsx'
import { type OwnOrganization, organizationsQuery } from '../../../lib/own-organizations.ts'

/** An organization one isn't a member of answers like one that doesn't exist. */
export const Route = createFileRoute('/dashboard/$slug')({
  beforeLoad: async ({ context: { queryClient }, params: { slug } }) => {
    const organization = await findOrganization(queryClient, slug)
    if (organization === null) throw notFound()
    return { organizationId: organization.id }
  },
  loader: async ({ context: { queryClient, organizationId } }) => {
    void queryClient.prefetchQuery(teamsQuery(organizationId))
    // What stands on the pages is told as seen from there.
    await queryClient.prefetchQuery(clockQuery(organizationId))
  },
  notFoundComponent: NoSuchOrganization,
  component: Dashboard,
})

function Dashboard() {
  const { organizationId } = Route.useRouteContext()
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const isGoing = useRouterState({ select: ({ status }) => status === 'pending' })
  const organization = organizations.find(({ id }) => id === organizationId)
  if (organization !== undefined) return <Inside {...{ organization, organizations }} />
  // Who has just left or deleted it is on the way to elsewhere.
  return isGoing ? null : <NoSuchOrganization />
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
  const { id, name, slug } = organization
  const { user } = useCurrentSession()
  const navigate = Route.useNavigate()
  const { data: teams } = useQuery(teamsQuery(id))
  const hasTeams = teams !== null
  const sections = useMemo(() => dashboardSections({ slug, hasTeams }), [slug, hasTeams])
  return (
    <Frame
      name={name}
      place={
        <OrganizationSwitcher
          organizations={organizations}
          current={organization}
          // A navigation that fails shows the error page; there is nothing to wait for here.
          onSwitch={(other) =>
            void navigate({ to: '/dashboard/$slug', params: { slug: other.slug } })
          }
          onCreate={() => void navigate({ to: '/organizations/new' })}
        />
      }
      sections={sections}
      below={(closeMenu) => <SandboxClock onGo={closeMenu} />}
      commands={useCommands({ organization, organizations })}
      search={useDashboardSearch(organization)}
      footer={<AccountMenu user={user} />}
    >
      <InOrganization organization={organization}>
        <OrganizationPresent>
          {/* What is being typed belongs to one organization. */}
          <Fragment key={id}>
            <Outlet />
          </Fragment>
        </OrganizationPresent>
      </InOrganization>
    </Frame>
  )
}

/** All that the palette does here. */
function useCommands({ organization, organizations }: InsideProps) {
  const own = useDashboardCommands(organizations, organization)
  const time = useTravelCommands()
  return useMemo(() => [...own, ...time], [own, time])
}

/** All that the palette finds here, of whatever kind. */
function useDashboardSearch(organization: OwnOrganization) {
  const products = useProductSearch(organization)
  const customers = useCustomerSearch(organization)
  const members = useMemberSearch(organization)
  const found = useMemo(
    () => [...products.found, ...customers.found, ...members.found],
    [products.found, customers.found, members.found],
  )
  const searches = [products, customers, members]
  return {
    found,
    isSearching: searches.some(({ isSearching }) => isSearching),
    onQueryChange: (query: string) => {
      for (const { onQueryChange } of searches) onQueryChange(query)
    },
  }
}

/** An organization that was renamed while one looks at it keeps its page, at its new address. */
function useCurrentAddress(slug: string): void {
  const router = useRouter()
  const { slug: shown } = Route.useParams()
  useEffect(() => {
    if (slug === shown) return
    const here = { to: '.', search: true, hash: true } as const
    void router.navigate({ ...here, params: (given) => ({ ...given, slug }), replace: true })
  }, [router, slug, shown])
}

function NoSuchOrganization() {
  return (
    <NotFoundPage title="There is no such organization">
      It may have another address now, or you aren’t a member of it.
    </NotFoundPage>
  )
}
