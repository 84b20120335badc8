import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { None } from '#/ui/none.tsx'
import { Time } from '#/ui/time.tsx'
import type { Meter } from './meter-queries.ts'
import { aggregationText, filterText } from './meter-text.ts'

/** The definition and the details of a meter. */
export function MeterSide({ meter }: { meter: Meter }) {
  const pairs = Object.entries(meter.metadata).map(([name, value]) => ({
    label: name,
    value: <code className="font-mono text-xs wrap-anywhere">{String(value)}</code>,
  }))
  return (
    <>
      <Card title="What it counts">
        <p className="text-s wrap-anywhere">
          <span className="font-medium">{aggregationText(meter.aggregation)}</span>
          <span className="text-ink-2"> where {filterText(meter.filter)}</span>
        </p>
      </Card>
      <Card title="Details">
        <Facts
          facts={[
            { label: 'ID', value: <Copyable short text={meter.id} /> },
            { label: 'Counts from', value: <Time at={meter.countsFrom} /> },
            { label: 'Created', value: <Time at={meter.createdAt} /> },
            {
              label: 'Updated',
              value: meter.modifiedAt === null ? <None /> : <Time at={meter.modifiedAt} />,
            },
          ]}
        />
      </Card>
      <Card title="Metadata">
        {pairs.length === 0 ? <p className="text-s text-ink-3">none</p> : <Facts facts={pairs} />}
      </Card>
    </>
  )
}
