import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Fieldset } from '../../ui/fieldset.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { DiscountDraft } from './discount-draft.ts'
import { fixedMistake, monthsMistake, percentMistake } from './discount-mistakes.ts'
import type { Discount } from './discount-queries.ts'

interface TermsFieldsProps {
  form: UseFormReturn<DiscountDraft>
  /** Null where it's made. */
  kept: Discount | null
}

/** What it takes off, and for how long; buyers were promised it, so most of it stays. */
export function TermsFields({ form, kept }: TermsFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <WorthField form={form} kept={kept} />
      <DurationField form={form} kept={kept} />
    </div>
  )
}

/** Still to be read and copied. */
const locked = { readOnly: true, className: 'bg-sunken text-ink-3' } as const

const staysWords = 'It stays as it is. Duplicate the discount for another.'

function WorthField({ form, kept }: TermsFieldsProps) {
  const type = useWatch({ control: form.control, name: 'type' })
  const { errors } = form.formState
  const isLocked = kept !== null && kept.redemptionsCount > 0
  const hint = isLocked && 'It was redeemed already, so it stays. Duplicate the discount instead.'
  return (
    <div className="grid content-start gap-4">
      <Controller
        name="type"
        control={form.control}
        render={({ field: { value, onChange }, fieldState }) => (
          <Fieldset
            legend="Kind"
            hint={kept ? staysWords : typeHints[value]}
            error={fieldState.error?.message}
          >
            <div>
              <Segmented
                label="Kind"
                options={typeOptions.map((one) => ({
                  ...one,
                  disabled: kept !== null && one.value !== kept.type,
                }))}
                value={value}
                onChange={onChange}
              />
            </div>
          </Fieldset>
        )}
      />
      {type === 'percentage' ? (
        <Field label="Takes off" hint={hint} error={errors.percent?.message}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            after="%"
            {...(isLocked && locked)}
            {...form.register('percent', { validate: (text) => percentMistake(text) ?? true })}
          />
        </Field>
      ) : (
        <Field label="Takes off" hint={hint} error={errors.amount?.message}>
          <MoneyInput
            {...(isLocked && locked)}
            {...form.register('amount', { validate: (text) => fixedMistake(text) ?? true })}
          />
        </Field>
      )}
    </div>
  )
}

const typeHints = {
  percentage: 'A share of the price.',
  fixed: 'The same amount off any price.',
} as const

const typeOptions = [
  { value: 'percentage', label: 'Percentage' },
  { value: 'fixed', label: 'Fixed amount' },
] as const

function DurationField({ form, kept }: TermsFieldsProps) {
  const duration = useWatch({ control: form.control, name: 'duration' })
  return (
    <div className="grid content-start gap-4">
      <Controller
        name="duration"
        control={form.control}
        render={({ field: { value, onChange }, fieldState }) => (
          <Fieldset
            legend="Of a subscription"
            hint={kept ? staysWords : durationHints[value]}
            error={fieldState.error?.message}
          >
            <div>
              <Segmented
                label="Of a subscription"
                options={durationOptions.map((one) => ({
                  ...one,
                  disabled: kept !== null && one.value !== kept.duration,
                }))}
                value={value}
                onChange={onChange}
              />
            </div>
          </Fieldset>
        )}
      />
      {duration === 'repeating' && (
        <Field label="Months" error={form.formState.errors.months?.message}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            {...(kept && locked)}
            {...form.register('months', { validate: (text) => monthsMistake(text) ?? true })}
          />
        </Field>
      )}
    </div>
  )
}

const durationOptions = [
  { value: 'once', label: 'Once' },
  { value: 'repeating', label: 'Some months' },
  { value: 'forever', label: 'Forever' },
] as const

const durationHints = {
  once: 'The first payment only.',
  repeating: 'The payments of the first months.',
  forever: 'Every payment.',
} as const
