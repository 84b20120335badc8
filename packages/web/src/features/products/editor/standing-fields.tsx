import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import { Fieldset } from '../../../ui/fieldset.tsx'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { ProductForm, StandingDraft } from './product-form.ts'
import { boundMistake, fixedAmountMistake } from './product-mistakes.ts'

interface StandingFieldsProps {
  form: UseFormReturn<ProductForm>
  /** Whether usage alone may be what is paid for. */
  mayBeNone: boolean
  isMetered: boolean
}

/** The price that everybody pays, whatever they use. */
export function StandingFields({ form, mayBeNone, isMetered }: StandingFieldsProps) {
  const kind = useWatch({ control: form.control, name: 'standing.kind' })
  const options = mayBeNone || kind === 'none' ? [...kinds, usageOnly] : kinds
  return (
    <Fieldset legend="Price" error={form.formState.errors.standing?.kind?.message}>
      <div>
        <Controller
          name="standing.kind"
          control={form.control}
          rules={{
            validate: (chosen, { metered, interval }) =>
              chosen !== 'none' || (interval !== 'once' && metered.length > 0) || needsUsage,
          }}
          render={({ field }) => (
            <Segmented
              label="Price"
              options={options}
              value={field.value}
              onChange={(chosen) => {
                field.onChange(chosen)
                form.clearErrors('standing')
              }}
            />
          )}
        />
      </div>
      <div className="mt-1.5">
        {kind === 'fixed' && <FixedField form={form} />}
        {kind === 'custom' && <CustomFields form={form} />}
        {kind === 'free' && <Note>Buyers pay nothing{isMetered ? ' but their usage' : ''}.</Note>}
        {kind === 'none' && <Note>Buyers pay only for what they use.</Note>}
      </div>
    </Fieldset>
  )
}

const kinds: readonly { value: StandingDraft['kind']; label: string }[] = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'custom', label: 'Pay what you want' },
  { value: 'free', label: 'Free' },
]

const usageOnly = { value: 'none', label: 'Usage only' } as const

const needsUsage = 'Add a usage price below, or choose another price.'

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
      error={form.formState.errors.standing?.amount?.message}
    >
      <MoneyInput
        placeholder="29.00"
        {...form.register('standing.amount', {
          validate: (amount, { standing }) =>
            standing.kind !== 'fixed' || (fixedAmountMistake(amount) ?? true),
        })}
      />
    </Field>
  )
}

function CustomFields({ form }: PartProps) {
  const errors = form.formState.errors.standing
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-3">
      {bounds.map(({ name, label }) => (
        <Field key={name} label={label} optional error={errors?.[name]?.message}>
          <MoneyInput
            {...form.register(`standing.${name}`, {
              validate: (_, { standing }) =>
                standing.kind !== 'custom' || (boundMistake(standing, name) ?? true),
            })}
          />
        </Field>
      ))}
    </div>
  )
}

const bounds = [
  { name: 'minimum', label: 'Minimum' },
  { name: 'preset', label: 'Proposed' },
  { name: 'maximum', label: 'Maximum' },
] as const
