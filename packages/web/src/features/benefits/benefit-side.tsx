import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { None } from '#/ui/none.tsx'
import { Time } from '#/ui/time.tsx'
import type { Benefit } from './benefit-queries.ts'

/** The details of a benefit of any type. */
export function BenefitSide({ benefit }: { benefit: Benefit }) {
  const { id, type, createdAt, modifiedAt, metadata } = benefit
  const pairs = Object.entries(metadata).map(([name, value]) => ({
    label: name,
    value: <code className="font-mono text-xs wrap-anywhere">{String(value)}</code>,
  }))
  return (
    <>
      <Card title="Details">
        <Facts
          facts={[
            { label: 'ID', value: <Copyable short text={id} /> },
            { label: 'Type', value: benefitTypeDetails[type].name },
            { label: 'Created', value: <Time at={createdAt} /> },
            { label: 'Updated', value: modifiedAt === null ? <None /> : <Time at={modifiedAt} /> },
          ]}
        />
      </Card>
      <Card title="Metadata">
        {pairs.length === 0 ? <p className="text-s text-ink-3">none</p> : <Facts facts={pairs} />}
      </Card>
    </>
  )
}
