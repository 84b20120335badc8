import { intervalText } from '#/entities/product/price-text.ts'
import { visibilityLabel } from '#/entities/product/visibility-text.ts'
import type { Product } from '#/features/products/product-queries.ts'
import { formatMoney } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Time } from '#/ui/time.tsx'

/** The details of a product that buyers don’t see. */
export function ProductFacts({ product }: { product: Product }) {
  const { id, recurringInterval, visibility, createdAt, modifiedAt, metadata } = product
  const threshold = product.billingThresholdAmount
  const pairs = Object.entries(metadata)
  return (
    <>
      <Card title="Details">
        <Facts
          facts={[
            { label: 'ID', value: <Copyable short text={id} /> },
            { label: 'Billed', value: intervalText(recurringInterval) },
            ...(threshold === null
              ? []
              : [{ label: 'Usage billed at', value: formatMoney(threshold, 'USD') }]),
            { label: 'Visibility', value: visibilityLabel(visibility).toLowerCase() },
            { label: 'Created', value: <Time at={createdAt} /> },
            {
              label: 'Updated',
              value:
                modifiedAt === null ? (
                  <span className="text-ink-3">never</span>
                ) : (
                  <Time at={modifiedAt} />
                ),
            },
          ]}
        />
      </Card>
      {pairs.length > 0 && (
        <Card title="Metadata">
          <Facts
            facts={pairs.map(([label, value]) => ({
              label,
              value: <span className="wrap-anywhere">{String(value)}</span>,
            }))}
          />
        </Card>
      )}
    </>
  )
}
