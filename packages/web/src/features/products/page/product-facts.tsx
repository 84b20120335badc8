import { intervalWords } from '../../../lib/price-words.ts'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Product } from '../product-queries.ts'

/** What is known about a product besides what buyers see. */
export function ProductFacts({ product }: { product: Product }) {
  const { id, recurringInterval, createdAt, modifiedAt, metadata } = product
  const pairs = Object.entries(metadata)
  return (
    <>
      <Card title="Facts">
        <Facts
          facts={[
            { label: 'Id', value: <Copyable short text={id} /> },
            { label: 'Billed', value: intervalWords(recurringInterval) },
            { label: 'Created', value: <Time at={createdAt} /> },
            {
              label: 'Changed',
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
