import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { BenefitActions } from '#/features/benefits/benefit-actions.tsx'
import { BenefitIcon } from '#/features/benefits/benefit-icon.tsx'
import { BenefitProperties } from '#/features/benefits/benefit-properties.tsx'
import { benefitQuery, productsWithQuery } from '#/features/benefits/benefit-queries.ts'
import { BenefitSide } from '#/features/benefits/benefit-side.tsx'
import { BenefitsTrail } from '#/features/benefits/benefits-trail.tsx'
import { ProductsCard } from '#/features/benefits/products-card.tsx'
import { MeterDialog } from '#/features/meters/meter-dialog.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/benefits/$benefitId')({
  loader: async ({ context: { queryClient, organizationId }, params: { benefitId } }) => {
    const benefit = await queryClient.ensureQueryData(benefitQuery(organizationId, benefitId))
    if (benefit === null) throw notFound()
    void queryClient.prefetchQuery(productsWithQuery(organizationId, benefit.id))
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: BenefitNotFound,
  component: Benefit,
})

function Benefit() {
  const { benefitId } = Route.useParams()
  const { id } = useOrganization()
  const { data: benefit } = useSuspenseQuery(benefitQuery(id, benefitId))
  if (benefit === null) return <BenefitNotFound />
  return (
    <UnsavedChangesGuard>
      <Page
        title={benefit.description}
        about={<BenefitIcon type={benefit.type} />}
        trail={<BenefitsTrail />}
        actions={<BenefitActions benefit={benefit} MeterDialog={MeterDialog} />}
      >
        <WithSide label="Details" side={<BenefitSide benefit={benefit} />}>
          <BenefitProperties benefit={benefit} />
          <ProductsCard benefit={benefit} />
        </WithSide>
      </Page>
    </UnsavedChangesGuard>
  )
}

function BenefitNotFound() {
  return (
    <NotFoundPage title="Benefit not found">
      It may have been deleted, or the link may be wrong.
    </NotFoundPage>
  )
}
