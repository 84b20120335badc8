import { Link } from '@tanstack/react-router'
import { Controller, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { intervalText } from '#/entities/product/price-text.ts'
import type { Product } from '#/features/products/product-queries.ts'
import { Card } from '#/ui/card.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import type { EditorCardProps } from './basics-card.tsx'
import { MeteredFields } from './metered-fields.tsx'
import { PriceChanges } from './price-changes.tsx'
import { StaticPriceFields } from './static-price-fields.tsx'

interface PricingCardProps extends EditorCardProps {
  /** Null for a new one. */
  existing: Product | null
  isUsageOn: boolean
  onNewMeter: (row: number) => void
}

export function PricingCard({ form, existing, isUsageOn, onNewMeter }: PricingCardProps) {
  const [interval, metered] = useWatch({ control: form.control, name: ['interval', 'metered'] })
  const isRecurring = interval !== 'once'
  return (
    <Card title="Pricing">
      <div className="grid grid-cols-1 gap-5">
        {existing === null ? <CycleField form={form} /> : <FixedCycle product={existing} />}
        <StaticPriceFields
          form={form}
          mayBeNone={isRecurring && (isUsageOn || metered.length > 0)}
          isMetered={isRecurring && metered.length > 0}
        />
        {isRecurring && <MeteredFields form={form} isUsageOn={isUsageOn} onNewMeter={onNewMeter} />}
        {existing !== null && <PriceChanges form={form} existing={existing} />}
      </div>
    </Card>
  )
}

function CycleField({ form }: EditorCardProps) {
  const change = (cycle: 'once' | 'month' | 'year') => {
    form.setValue('interval', cycle, { shouldDirty: true })
    // Only recurring products can be priced by usage alone.
    const needsStaticPrice = cycle === 'once' && form.getValues('staticPrice.kind') === 'none'
    if (needsStaticPrice) form.setValue('staticPrice.kind', 'fixed', { shouldDirty: true })
  }
  return (
    <Fieldset legend="Billing cycle" error={form.formState.errors.interval?.message}>
      <div>
        <Controller
          name="interval"
          control={form.control}
          render={({ field }) => (
            <Segmented
              label="Billing cycle"
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
      <p className="font-medium">Billing cycle: {intervalText(recurringInterval)}</p>
      <p className="mt-0.5 text-xs text-ink-3">
        The billing cycle can’t be changed.{' '}
        <Link
          to="/dashboard/$slug/products/new"
          params={{ slug }}
          search={{ from: id }}
          className="font-medium text-accent underline-offset-3 hover:underline"
        >
          Duplicate the product
        </Link>{' '}
        to use a different cycle.
      </p>
    </div>
  )
}
