import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { DiscountDraft } from './discount-draft.ts'
import type { Discount } from './discount-queries.ts'

interface TermsFieldsProps {
  form: UseFormReturn<DiscountDraft>
  /** Null for a new one. */
  existing: Discount | null
}

/** The amount off and the duration. Most of it is fixed once saved, because buyers rely on it. */
export function TermsFields({ form, existing }: TermsFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <AmountOffField form={form} existing={existing} />
      <DurationField form={form} existing={existing} />
    </div>
  )
}

/** Read-only, but still readable and selectable. */
const locked = { readOnly: true, className: 'bg-sunken text-ink-3' } as const

const redeemedText = 'Already redeemed, so it can’t be changed. Duplicate the discount instead.'

const staysText = 'Can’t be changed. Duplicate the discount instead.'

function AmountOffField({ form, existing }: TermsFieldsProps) {
  const type = useWatch({ control: form.control, name: 'type' })
  const { errors } = form.formState
  const isLocked = existing !== null && existing.redemptionsCount > 0
  const hint = isLocked && redeemedText
  return (
    <div className="grid content-start gap-4">
      <Controller
        name="type"
        control={form.control}
        render={({ field: { value, onChange }, fieldState }) => (
          <Fieldset
            legend="Type"
            hint={existing ? staysText : typeHints[value]}
            error={fieldState.error?.message}
          >
            <div>
              <Segmented
                label="Type"
                options={typeOptions.map((one) => ({
                  ...one,
                  disabled: existing !== null && one.value !== existing.type,
                }))}
                value={value}
                onChange={onChange}
              />
            </div>
          </Fieldset>
        )}
      />
      {type === 'percentage' ? (
        <Field label="Amount off" hint={hint} error={errors.percent?.message}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            after="%"
            {...(isLocked && locked)}
            {...form.register('percent')}
          />
        </Field>
      ) : (
        <Field label="Amount off" hint={hint} error={errors.amount?.message}>
          <MoneyInput {...(isLocked && locked)} {...form.register('amount')} />
        </Field>
      )}
    </div>
  )
}

const typeHints = {
  percentage: 'A percentage of the price.',
  fixed: 'A fixed amount off the price.',
} as const

const typeOptions = [
  { value: 'percentage', label: 'Percentage' },
  { value: 'fixed', label: 'Fixed amount' },
] as const

function DurationField({ form, existing }: TermsFieldsProps) {
  const duration = useWatch({ control: form.control, name: 'duration' })
  const isLocked = existing !== null && existing.redemptionsCount > 0
  return (
    <div className="grid content-start gap-4">
      <Controller
        name="duration"
        control={form.control}
        render={({ field: { value, onChange }, fieldState }) => (
          <Fieldset
            legend="Duration"
            hint={existing ? staysText : durationHints[value]}
            error={fieldState.error?.message}
          >
            <div>
              <Segmented
                label="Duration"
                options={durationOptions.map((one) => ({
                  ...one,
                  disabled: existing !== null && one.value !== existing.duration,
                }))}
                value={value}
                onChange={onChange}
              />
            </div>
          </Fieldset>
        )}
      />
      {duration === 'repeating' && (
        <Field
          label="Months"
          hint={isLocked && redeemedText}
          error={form.formState.errors.months?.message}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            {...(isLocked && locked)}
            {...form.register('months')}
          />
        </Field>
      )}
    </div>
  )
}

const durationOptions = [
  { value: 'once', label: 'Once' },
  { value: 'repeating', label: 'Multiple months' },
  { value: 'forever', label: 'Forever' },
] as const

const durationHints = {
  once: 'Applies to the first payment.',
  repeating: 'Applies to payments in the first months.',
  forever: 'Applies to all payments.',
} as const
