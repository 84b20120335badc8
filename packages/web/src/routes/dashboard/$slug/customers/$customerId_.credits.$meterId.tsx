import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { customerName } from '#/entities/customer/customer-name.ts'
import { customerQuery } from '#/entities/customer/customer-queries.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { ChangeCreditsButton } from '#/features/credits/change-credits-button.tsx'
import { CreditLots, CreditMovements } from '#/features/credits/credit-statement.tsx'
import { meterQuery } from '#/features/meters/meter-queries.ts'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/customers/$customerId_/credits/$meterId')({
  loader: async ({ context: { queryClient, organizationId }, params: { customerId, meterId } }) => {
    const [customer, meter] = await Promise.all([
      queryClient.ensureQueryData(customerQuery(organizationId, customerId)),
      queryClient.ensureQueryData(meterQuery(organizationId, meterId)),
    ])
    if (customer === null || meter === null) throw notFound()
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: StatementNotFound,
  component: Statement,
})

/** The credits of a customer’s meter: every lot, and everything that changed them. */
function Statement() {
  const { customerId, meterId } = Route.useParams()
  const { id } = useOrganization()
  const { data: customer } = useSuspenseQuery(customerQuery(id, customerId))
  const { data: meter } = useSuspenseQuery(meterQuery(id, meterId))
  if (customer === null || meter === null) return <StatementNotFound />
  const of = { customerId: customer.id, meterId: meter.id }
  const named = { id: customer.id, name: customerName(customer) }
  return (
    <UnsavedChangesGuard>
      <Page
        title={meter.name}
        trail={
          <ObjectLink type="customer" id={customer.id} quiet>
            {customerName(customer)}
          </ObjectLink>
        }
        actions={<ChangeCreditsButton customer={named} meterId={meter.id} />}
      >
        <div className="grid gap-4">
          <CreditLots of={of} />
          <CreditMovements of={of} />
        </div>
      </Page>
    </UnsavedChangesGuard>
  )
}

function StatementNotFound() {
  return (
    <NotFoundPage title="Credits not found">
      The customer may have been deleted, or the link may be wrong.
    </NotFoundPage>
  )
}
