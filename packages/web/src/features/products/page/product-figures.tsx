import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FigureName, figureOf } from '#/entities/metric/figures.ts'
import { type Metrics, metricsQuery, valueIn } from '#/entities/metric/metric-queries.ts'
import { unitOf } from '#/entities/metric/units.ts'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { Product } from '#/features/products/product-queries.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { addDays, dayInZone } from '#/ui/calendar-days.ts'
import { KeyFigures } from '#/ui/key-figures.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import { useNow } from '#/ui/use-now.ts'

const days = 30

const ofEach = ['revenue', 'orders'] as const
const ofRecurring = [...ofEach, 'activeSubscriptions', 'listRunRate'] as const

/** What the product brought in lately. */
export function ProductFigures({ product }: { product: Product }) {
  const { slug } = useOrganization()
  const { data, error } = useProductMetrics(product.id)
  const names: readonly FigureName[] = product.isRecurring ? ofRecurring : ofEach
  if (data === undefined && error !== null) {
    return <Banner tone="bad">{failureMessage(error)}</Banner>
  }
  return (
    <div className="grid gap-2">
      <KeyFigures
        label={`Last ${days} days`}
        figures={names.map((name) => ({
          label: figureOf(name).title,
          figure: <Value name={name} metrics={data} />,
        }))}
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-ink-3">
        Last {days} days
        <Link
          to="/dashboard/$slug/analytics/$board"
          params={{ slug, board: 'revenue' }}
          search={{ product: product.id }}
          className={linkClasses}
        >
          Analytics
          <span className="sr-only"> of this product</span>
        </Link>
      </p>
    </div>
  )
}

function Value({ name, metrics }: { name: FigureName; metrics: Metrics | undefined }) {
  if (metrics === undefined) return <Skeleton className="my-1 h-6 w-24" />
  return unitOf(name, metrics.currency).format(valueIn(metrics.totals, name))
}

/** By the days of the organization’s time zone, which is asked first. */
function useProductMetrics(productId: Product['id']) {
  const { id } = useOrganization()
  const now = useNow()
  const settings = useQuery(billingSettingsQuery(id))
  const today = dayInZone(now, settings.data?.timeZone ?? 'UTC')
  const metrics = useQuery({
    ...metricsQuery(id, {
      range: { from: addDays(today, 1 - days), to: today },
      interval: 'day',
      names: ofRecurring,
      productId,
    }),
    enabled: settings.data !== undefined,
  })
  return { data: metrics.data, error: settings.error ?? metrics.error }
}
