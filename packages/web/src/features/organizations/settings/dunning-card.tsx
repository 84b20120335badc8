import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { BillingSettings } from '../../../lib/billing-settings.ts'
import { sendOrExplain } from '../../../lib/send-form.ts'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useToast } from '../../../ui/toast.tsx'
import {
  attemptDaysMistake,
  type DunningForm,
  dunningField,
  dunningOf,
  dunningWords,
  type FinalAction,
  finalActionWords,
  formOf,
  graceDaysMistake,
} from './dunning-form.ts'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** What happens when a renewal can't be charged. */
export function DunningCard({ settings: { dunning } }: { settings: BillingSettings }) {
  const toast = useToast()
  const { saveBilling } = useSaving()
  const kept = formOf(dunning)
  const { form, settle } = useSettingsForm(kept)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(
    form,
    async (typed) => {
      await saveBilling({ dunning: dunningOf(typed) })
      settle(typed)
      toast({ title: 'Settings for failed payments saved' })
    },
    {},
    dunningField,
  )
  return (
    <SettingsCard
      title="Failed payments"
      isDirty={isDirty}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={save}
      onDiscard={() => settle(kept)}
    >
      <Field
        label="Try again after days"
        optional
        hint="Counted from the payment that failed. A lost or stolen card isn’t tried again, and a new one at once."
        error={errors.attemptDays?.message}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          {...form.register('attemptDays', {
            validate: (text) => attemptDaysMistake(text) ?? true,
          })}
        />
      </Field>
      <Field
        label="Benefits stay for"
        hint="With 0 they end with the first payment that fails."
        error={errors.graceDays?.message}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          after="days"
          {...form.register('graceDays', { validate: (text) => graceDaysMistake(text) ?? true })}
        />
      </Field>
      <Controller
        name="finalAction"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            legend="Where no try succeeds"
            boxed
            options={finalActions.map((value) => ({ value, ...finalActionWords[value] }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <InWords form={form} />
    </SettingsCard>
  )
}

const finalActions = ['cancel', 'keep', 'unpaid'] as const satisfies readonly FinalAction[]

/** All of it in sentences, as far as it can be right. */
function InWords({ form }: { form: UseFormReturn<DunningForm> }) {
  const [attemptDays, graceDays, finalAction] = useWatch({
    control: form.control,
    name: ['attemptDays', 'graceDays', 'finalAction'],
  })
  const isWrong = attemptDaysMistake(attemptDays) !== null || graceDaysMistake(graceDays) !== null
  return (
    <p aria-live="polite" className="text-s text-ink-2">
      {!isWrong && dunningWords(dunningOf({ attemptDays, graceDays, finalAction }))}
    </p>
  )
}
