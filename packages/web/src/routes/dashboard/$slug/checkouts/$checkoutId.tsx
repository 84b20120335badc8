import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { useObjectActions } from '#/entities/organization/use-object-actions.tsx'
import { buyerName } from '#/features/checkouts/buyer-name.ts'
import { CheckoutFacts } from '#/features/checkouts/checkout-facts.tsx'
import {
  attemptsQuery,
  type Checkout as CheckoutShape,
  checkoutQuery,
  orderQuery,
} from '#/features/checkouts/checkout-queries.ts'
import { CheckoutTimeline } from '#/features/checkouts/checkout-timeline.tsx'
import { PaymentAttempts } from '#/features/checkouts/payment-attempts.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Status } from '#/ui/status.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/checkouts/$checkoutId')({
  loader: async ({ context: { queryClient, organizationId }, params: { checkoutId } }) => {
    const checkout = await queryClient.ensureQueryData(checkoutQuery(organizationId, checkoutId))
    if (checkout === null) throw notFound()
    void queryClient.prefetchQuery(attemptsQuery(organizationId, checkout.id))
    void queryClient.prefetchQuery(orderQuery(organizationId, checkout.id))
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: CheckoutNotFound,
  component: Checkout,
})

function Checkout() {
  const { checkoutId } = Route.useParams()
  const { id } = useOrganization()
  const { data: checkout } = useSuspenseQuery(checkoutQuery(id, checkoutId))
  if (checkout === null) return <CheckoutNotFound />
  return <CheckoutPage checkout={checkout} />
}

function CheckoutPage({ checkout }: { checkout: CheckoutShape }) {
  const { id, customerId } = checkout
  useObjectActions({ type: 'checkout', id, ...(customerId !== null && { customerId }) }, [])
  return (
    <Page
      title={`Checkout of ${checkout.product.name} · ${buyerName(checkout)}`}
      about={<Status state={checkout.status} />}
      trail={<ListTrail list="checkouts" />}
    >
      <WithSide label="Details" side={<CheckoutFacts checkout={checkout} />}>
        <CheckoutTimeline checkout={checkout} />
        <PaymentAttempts checkout={checkout} />
      </WithSide>
    </Page>
  )
}

function CheckoutNotFound() {
  return (
    <NotFoundPage title="Checkout not found">
      It may belong to another organization, or the link may be wrong.
    </NotFoundPage>
  )
}
