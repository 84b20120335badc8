import { usageLimitAmountMax, usageLimitUnitsMax } from '@guildhall/contract/limits/limit-shapes'
import { Controller, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { amountMistake, centsOf } from '#/lib/amount-text.ts'
import { rule } from '#/lib/form-schema.ts'
import { formatQuantity } from '#/lib/format.ts'
import { Field } from '#/ui/field.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { readThresholds, thresholdsMistake } from './thresholds.ts'

/** What the forms of sellers and of customers have in common. */
export interface LimitDraft {
  /** A meter or a subscription, where it is chosen in the form. */
  target: string | null
  /** Units, or money as text. */
  value: string
  effect: 'refuse' | 'notify'
  thresholds: string
}

export const newLimitDraft: LimitDraft = {
  target: null,
  value: '',
  effect: 'refuse',
  thresholds: '80, 100',
}

const unitsMistake = (typed: string): string | null => {
  const units = Number(typed)
  const isTaken = typed.trim() !== '' && units >= 0 && units <= usageLimitUnitsMax
  return isTaken ? null : `Enter a number up to ${formatQuantity(usageLimitUnitsMax)}.`
}

const valueMistake = (isMoney: boolean) => (typed: string) =>
  isMoney ? amountMistake(typed, { min: 0, max: usageLimitAmountMax }) : unitsMistake(typed)

export const limitSchema = (isMoney: boolean) => ({
  value: rule<string>(valueMistake(isMoney)),
  effect: z.enum(['refuse', 'notify']),
  thresholds: rule<string>(thresholdsMistake),
})

/** The part of the request that both send. */
export function limitValues({ value, effect, thresholds }: LimitDraft, isMoney: boolean) {
  return {
    ...(isMoney ? { amount: centsOf(value) ?? 0 } : { units: Number(value) }),
    isHard: effect === 'refuse',
    thresholds: readThresholds(thresholds) ?? [],
  }
}

interface LimitFieldsProps {
  form: UseFormReturn<LimitDraft>
  /** Null where the limit is in units. */
  currency: string | null
}

export function LimitFields({ form, currency }: LimitFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      {currency === null ? (
        <Field label="Units per period" error={errors.value?.message}>
          <TextInput inputMode="decimal" autoComplete="off" {...form.register('value')} />
        </Field>
      ) : (
        <Field
          label="Amount per period"
          hint="Of all usage of the subscription, before discounts and tax."
          error={errors.value?.message}
        >
          <MoneyInput after={currency.toUpperCase()} {...form.register('value')} />
        </Field>
      )}
      <Controller
        name="effect"
        control={form.control}
        render={({ field }) => (
          <Segmented
            label="When it is reached"
            options={effects}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Field
        label="Send an email at"
        optional
        hint="Percentages of the limit, each once per period."
        error={errors.thresholds?.message}
      >
        <TextInput inputMode="text" autoComplete="off" after="%" {...form.register('thresholds')} />
      </Field>
    </>
  )
}

const effects = [
  { value: 'refuse', label: 'Refuse more usage' },
  { value: 'notify', label: 'Only send emails' },
] as const
