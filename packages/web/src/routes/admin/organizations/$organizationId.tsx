import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { isMissing } from '#/features/admin/is-missing.ts'
import { OrganizationDetails } from '#/features/admin/organization-details.tsx'
import { ClockBadge } from '#/features/admin/organizations-columns.tsx'
import { anyOrganizationQuery } from '#/features/admin/organizations-queries.ts'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'

export const Route = createFileRoute('/admin/organizations/$organizationId')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    try {
      await queryClient.ensureQueryData(anyOrganizationQuery(organizationId))
    } catch (error) {
      if (isMissing(error)) throw notFound()
      throw error
    }
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: () => (
    <NotFoundPage title="Organization not found">
      It may have been deleted, or the link may be wrong.
    </NotFoundPage>
  ),
  component: Organization,
})

function Organization() {
  const { organizationId } = Route.useParams()
  const { data: organization } = useSuspenseQuery(anyOrganizationQuery(organizationId))
  const trail = (
    <Link to="/admin/organizations" className="rounded-xs underline-offset-3 hover:underline">
      Organizations
    </Link>
  )
  return (
    <Page
      title={organization.name}
      trail={trail}
      about={<ClockBadge organization={organization} />}
    >
      <OrganizationDetails organization={organization} />
    </Page>
  )
}
