import { Controller } from 'react-hook-form'
import { visibilityOptions } from '#/entities/product/visibility-text.ts'
import { Card } from '#/ui/card.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import type { EditorCardProps } from './basics-card.tsx'

export function VisibilityCard({ form }: EditorCardProps) {
  return (
    <Card title="Visibility">
      <Controller
        name="visibility"
        control={form.control}
        render={({ field, fieldState }) => (
          <RadioGroup
            legend="Who can buy this product"
            hint="Subscriptions and orders that exist are not affected."
            boxed
            options={visibilityOptions}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
    </Card>
  )
}
