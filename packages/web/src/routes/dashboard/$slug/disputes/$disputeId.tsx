import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { useObjectActions } from '#/entities/organization/use-object-actions.tsx'
import {
  AnswerLink,
  DisputeBanner,
  DisputedSum,
  DisputeFacts,
} from '#/features/disputes/dispute-details.tsx'
import { type Dispute as DisputeShape, disputeQuery } from '#/features/disputes/dispute-queries.ts'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { formatMoney } from '#/lib/format.ts'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Status } from '#/ui/status.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/disputes/$disputeId')({
  loader: async ({ context: { queryClient, organizationId }, params: { disputeId } }) => {
    const dispute = await queryClient.ensureQueryData(disputeQuery(organizationId, disputeId))
    if (dispute === null) throw notFound()
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: DisputeNotFound,
  component: Dispute,
})

function Dispute() {
  const { disputeId } = Route.useParams()
  const { id } = useOrganization()
  const { data: dispute } = useSuspenseQuery(disputeQuery(id, disputeId))
  if (dispute === null) return <DisputeNotFound />
  return <DisputePage dispute={dispute} />
}

function DisputePage({ dispute }: { dispute: DisputeShape }) {
  const { id, amount, taxAmount, currency, customer } = dispute
  useObjectActions({ type: 'dispute', id, customerId: customer.id }, [])
  return (
    <Page
      title={`Dispute of ${formatMoney(amount + taxAmount, currency)} · ${customerName(customer)}`}
      about={<Status state={dispute.status} />}
      trail={<ListTrail list="disputes" />}
      actions={<AnswerLink dispute={dispute} />}
    >
      <WithSide label="Details" side={<DisputeFacts dispute={dispute} />}>
        <DisputeBanner dispute={dispute} />
        <DisputedSum dispute={dispute} />
      </WithSide>
    </Page>
  )
}

function DisputeNotFound() {
  return (
    <NotFoundPage title="Dispute not found">
      It may belong to another organization, or the link may be wrong.
    </NotFoundPage>
  )
}
