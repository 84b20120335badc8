import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moneyUnit, unitOf } from '#/entities/metric/units.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { BreakdownTable } from '#/ui/breakdown-table.tsx'
import { Card } from '#/ui/card.tsx'
import { DownloadValues } from '#/ui/download-values.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Segmented } from '#/ui/segmented.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { type Converted, conversionQuery, convertedMax } from './breakdown-queries.ts'
import type { BreakdownCardProps } from './cohorts-card.tsx'
import { HowCounted } from './how-counted.tsx'
import { fileNameOf } from './reading.ts'

const title = 'What converts'

const nameOf = ({ name }: Converted): string => name ?? 'Link without a label'

/** How many checkouts of each product or link have succeeded. */
export function ConversionCard({ reading, view, show }: BreakdownCardProps) {
  const { id } = useOrganization()
  const { range, metrics } = reading
  const by = view.conversion === 'link' ? 'checkout_link' : 'product'
  const asked = { range, currency: metrics.currency, product: view.product, by } as const
  const { data, error } = useQuery(conversionQuery(id, asked))
  const { conversion: _conversion, ...rest } = view
  return (
    <Card
      title={title}
      className="lg:col-span-2"
      actions={
        <span className="flex items-center gap-2">
          <Segmented
            label="Conversion by"
            options={[
              { value: 'product', label: 'Products' },
              { value: 'checkout_link', label: 'Links' },
            ]}
            value={by}
            onChange={(chosen) =>
              show(chosen === 'checkout_link' ? { ...rest, conversion: 'link' } : rest)
            }
          />
          {data && data.items.length > 0 && (
            <DownloadValues
              title={title}
              fileName={fileNameOf(`conversion-by-${by.replace('_', '-')}`, range)}
              lines={() => linesOf(data.items, metrics.currency)}
            />
          )}
        </span>
      }
    >
      {data ? (
        <Shown
          by={by}
          items={data.items}
          total={data.pagination.totalCount}
          currency={metrics.currency}
        />
      ) : error ? (
        <Banner tone="bad">{failureMessage(error)}</Banner>
      ) : (
        <Skeleton className="h-40" />
      )}
      {metrics.conversion !== null && (
        <p className="mt-2 text-xs text-ink-3">
          Only {metrics.currency.toUpperCase()}. Checkouts in other currencies aren’t in it.
        </p>
      )}
      <HowCounted
        of={title}
        counted={[
          {
            counted:
              'Checkouts that were created in the period count for the product that is selected in ' +
              'them, and for the link that opened them. Net revenue is that of their orders, before refunds.',
          },
        ]}
      />
    </Card>
  )
}

interface ShownProps {
  by: 'product' | 'checkout_link'
  items: readonly Converted[]
  total: number
  currency: string
}

function Shown({ by, items, total, currency }: ShownProps) {
  const count = unitOf('checkouts', currency)
  const share = unitOf('checkoutsConversion', currency)
  const money = moneyUnit(currency)
  if (items.length === 0) {
    const what = by === 'product' ? 'created' : 'opened by a link'
    return <p className="text-s text-ink-3">No checkouts were {what} in this period.</p>
  }
  return (
    <>
      <BreakdownTable
        label={title}
        headings={['Name', 'Checkouts', 'Succeeded', 'Conversion', 'Net revenue']}
        rows={items.map((one) => ({
          key: one.productId ?? one.checkoutLinkId ?? 'none',
          heading: <Name of={one} />,
          cells: [
            { key: 'checkouts', content: count.format(one.checkouts) },
            { key: 'succeeded', content: count.format(one.succeededCheckouts) },
            { key: 'conversion', content: share.format(one.conversion) },
            { key: 'net', content: money.format(one.netAmount) },
          ],
        }))}
      />
      {total > convertedMax && (
        <p className="mt-2 text-xs text-ink-3">
          The first {count.format(convertedMax)} of {count.format(total)}.
        </p>
      )}
    </>
  )
}

function Name({ of }: { of: Converted }) {
  const { slug } = useOrganization()
  const { productId } = of
  if (productId === null) return <span className="wrap-anywhere">{nameOf(of)}</span>
  return (
    <Link
      to="/dashboard/$slug/products/$productId"
      params={{ slug, productId }}
      className={`${linkClasses} wrap-anywhere`}
    >
      {nameOf(of)}
    </Link>
  )
}

function linesOf(items: readonly Converted[], currency: string): string[][] {
  const money = moneyUnit(currency)
  const share = unitOf('checkoutsConversion', currency)
  return [
    ['Name', 'Checkouts', 'Succeeded', share.heading('Conversion'), money.heading('Net revenue')],
    ...items.map((one) => [
      nameOf(one),
      String(one.checkouts),
      String(one.succeededCheckouts),
      share.plain(one.conversion),
      money.plain(one.netAmount),
    ]),
  ]
}
