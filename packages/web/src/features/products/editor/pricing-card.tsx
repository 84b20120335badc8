import { Link } from '@tanstack/react-router'
import { Controller, useWatch } from 'react-hook-form'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { intervalWords } from '../../../lib/price-words.ts'
import { Card } from '../../../ui/card.tsx'
import { Fieldset } from '../../../ui/fieldset.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Product } from '../product-queries.ts'
import type { EditorCardProps } from './basics-card.tsx'
import { MeteredFields } from './metered-fields.tsx'
import { PriceChanges } from './price-changes.tsx'
import { StandingFields } from './standing-fields.tsx'

interface PricingCardProps extends EditorCardProps {
  /** Null where it's a new one. */
  kept: Product | null
  isUsageOn: boolean
  onNewMeter: (row: number) => void
}

export function PricingCard({ form, kept, isUsageOn, onNewMeter }: PricingCardProps) {
  const [interval, metered] = useWatch({ control: form.control, name: ['interval', 'metered'] })
  const isRecurring = interval !== 'once'
  return (
    <Card title="Pricing">
      <div className="grid grid-cols-1 gap-5">
        {kept === null ? <CycleField form={form} /> : <FixedCycle product={kept} />}
        <StandingFields
          form={form}
          mayBeNone={isRecurring && (isUsageOn || metered.length > 0)}
          isMetered={isRecurring && metered.length > 0}
        />
        {isRecurring && <MeteredFields form={form} isUsageOn={isUsageOn} onNewMeter={onNewMeter} />}
        {kept !== null && <PriceChanges form={form} kept={kept} />}
      </div>
    </Card>
  )
}

function CycleField({ form }: EditorCardProps) {
  const change = (cycle: 'once' | 'month' | 'year') => {
    form.setValue('interval', cycle, { shouldDirty: true })
    // Only what is billed again and again can be priced by usage alone.
    const isStranded = cycle === 'once' && form.getValues('standing.kind') === 'none'
    if (isStranded) form.setValue('standing.kind', 'fixed', { shouldDirty: true })
  }
  return (
    <Fieldset legend="How often buyers pay" error={form.formState.errors.interval?.message}>
      <div>
        <Controller
          name="interval"
          control={form.control}
          render={({ field }) => (
            <Segmented
              label="How often buyers pay"
              options={cycles}
              value={field.value}
              onChange={change}
            />
          )}
        />
      </div>
    </Fieldset>
  )
}

const cycles = [
  { value: 'once', label: 'One-time' },
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const

function FixedCycle({ product }: { product: Product }) {
  const { slug } = useOrganization()
  const { id, recurringInterval } = product
  return (
    <div className="text-s">
      <p className="font-medium">How often buyers pay: {intervalWords(recurringInterval)}</p>
      <p className="mt-0.5 text-xs text-ink-3">
        That stays, because people buy on these terms.{' '}
        <Link
          to="/dashboard/$slug/products/new"
          params={{ slug }}
          search={{ from: id }}
          className="font-medium text-accent underline-offset-3 hover:underline"
        >
          Duplicate the product
        </Link>{' '}
        to sell it another way.
      </p>
    </div>
  )
}
