import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import type { ProductForm, StaticPriceDraft } from './product-form.ts'

interface StaticPriceFieldsProps {
  form: UseFormReturn<ProductForm>
  /** Whether the product can be priced by usage alone. */
  mayBeNone: boolean
  isMetered: boolean
}

/** The static price. */
export function StaticPriceFields({ form, mayBeNone, isMetered }: StaticPriceFieldsProps) {
  const kind = useWatch({ control: form.control, name: 'staticPrice.kind' })
  const options = mayBeNone || kind === 'none' ? [...kinds, usageOnly] : kinds
  return (
    <Fieldset legend="Price" error={form.formState.errors.staticPrice?.kind?.message}>
      <div>
        <Controller
          name="staticPrice.kind"
          control={form.control}
          render={({ field }) => (
            <Segmented
              label="Price"
              options={options}
              value={field.value}
              onChange={(chosen) => {
                field.onChange(chosen)
                form.clearErrors('staticPrice')
              }}
            />
          )}
        />
      </div>
      <div className="mt-1.5">
        {kind === 'fixed' && <FixedField form={form} />}
        {kind === 'custom' && <CustomFields form={form} />}
        {kind === 'free' && <Note>Customers pay nothing{isMetered ? ' except usage' : ''}.</Note>}
        {kind === 'none' && <Note>Customers only pay for usage.</Note>}
      </div>
    </Fieldset>
  )
}

const kinds: readonly { value: StaticPriceDraft['kind']; label: string }[] = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'custom', label: 'Pay what you want' },
  { value: 'free', label: 'Free' },
]

const usageOnly = { value: 'none', label: 'Usage only' } as const

function Note({ children }: { children: ReactNode }) {
  return <p className="text-s text-ink-2">{children}</p>
}

interface PartProps {
  form: UseFormReturn<ProductForm>
}

function FixedField({ form }: PartProps) {
  return (
    <Field
      label="Amount"
      className="max-w-60"
      error={form.formState.errors.staticPrice?.amount?.message}
    >
      <MoneyInput placeholder="29.00" {...form.register('staticPrice.amount')} />
    </Field>
  )
}

function CustomFields({ form }: PartProps) {
  const errors = form.formState.errors.staticPrice
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-3">
      {bounds.map(({ name, label }) => (
        <Field key={name} label={label} optional error={errors?.[name]?.message}>
          <MoneyInput {...form.register(`staticPrice.${name}`)} />
        </Field>
      ))}
    </div>
  )
}

const bounds = [
  { name: 'minimum', label: 'Minimum' },
  { name: 'preset', label: 'Suggested' },
  { name: 'maximum', label: 'Maximum' },
] as const
