import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ListTrail } from '#/entities/organization/list-trail.tsx'
import { BenefitActions } from '#/features/benefits/benefit-actions.tsx'
import { BenefitIcon } from '#/features/benefits/benefit-icon.tsx'
import { BenefitProperties } from '#/features/benefits/benefit-properties.tsx'
import { benefitQuery, productsWithQuery } from '#/features/benefits/benefit-queries.ts'
import { BenefitSide } from '#/features/benefits/benefit-side.tsx'
import { holdersQuery } from '#/features/benefits/grant-queries.ts'
import { HoldersCard } from '#/features/benefits/holders-card.tsx'
import { type HoldersView, readHoldersView } from '#/features/benefits/holders-view.ts'
import { ProductsCard } from '#/features/benefits/products-card.tsx'
import { KeysCard } from '#/features/license-keys/keys-card.tsx'
import { type KeysView, readKeysView } from '#/features/license-keys/keys-view.ts'
import { MeterDialog } from '#/features/meters/meter-dialog.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed, type SearchParameters } from '#/lib/search-parameters.ts'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { WithSide } from '#/ui/with-side.tsx'

export const Route = createFileRoute('/dashboard/$slug/benefits/$benefitId')({
  validateSearch: onlyParsed(readBenefitView),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, organizationId }, params: { benefitId }, deps }) => {
    const benefit = await queryClient.ensureQueryData(benefitQuery(organizationId, benefitId))
    if (benefit === null) throw notFound()
    void queryClient.prefetchQuery(productsWithQuery(organizationId, benefit.id))
    void queryClient.prefetchQuery(holdersQuery(organizationId, benefit.id, deps))
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: BenefitNotFound,
  component: Benefit,
})

/** The states of the tables, which don’t share parameters. */
type BenefitView = HoldersView & KeysView

function readBenefitView(search: SearchParameters): BenefitView {
  return { ...readHoldersView(search), ...readKeysView(search) }
}

function Benefit() {
  const { benefitId } = Route.useParams()
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const show = (search: BenefitView, { replace }: { replace: boolean }) =>
    void navigate({ search, replace, resetScroll: false })
  const { id } = useOrganization()
  const { data: benefit } = useSuspenseQuery(benefitQuery(id, benefitId))
  if (benefit === null) return <BenefitNotFound />
  return (
    <UnsavedChangesGuard>
      <Page
        title={benefit.description}
        about={<BenefitIcon type={benefit.type} />}
        trail={<ListTrail list="benefits" />}
        actions={<BenefitActions benefit={benefit} MeterDialog={MeterDialog} />}
      >
        <WithSide label="Details" side={<BenefitSide benefit={benefit} />}>
          <BenefitProperties benefit={benefit} />
          <ProductsCard benefit={benefit} />
          {benefit.type === 'license_keys' && (
            <KeysCard
              benefitId={benefit.id}
              view={view}
              onViewChange={(keys, how) => show({ ...readHoldersView({ ...view }), ...keys }, how)}
            />
          )}
          <HoldersCard
            benefit={benefit}
            view={view}
            onViewChange={(holders, how) => show({ ...readKeysView({ ...view }), ...holders }, how)}
          />
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
