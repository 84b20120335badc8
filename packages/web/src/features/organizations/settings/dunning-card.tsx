import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { BillingSettings } from '#/entities/organization/billing-settings.ts'
import { mistakesIn } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { Field } from '#/ui/field.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import {
  type DunningForm,
  dunningField,
  dunningOf,
  dunningSchema,
  dunningText,
  type FinalAction,
  finalActionText,
  formOf,
} from './dunning-form.ts'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The settings for failed renewals. */
export function DunningCard({ settings: { dunning } }: { settings: BillingSettings }) {
  const toast = useToast()
  const { saveBilling } = useSaving()
  const kept = formOf(dunning)
  const { form, settle } = useSettingsForm(kept, dunningSchema)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(
    form,
    async (typed) => {
      await saveBilling({ dunning: dunningOf(typed) })
      settle(typed)
      toast({ title: 'Failed payment settings saved' })
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
        label="Retry after (days)"
        optional
        hint="Counted from the failed payment. Lost or stolen cards are not retried; a new card is charged immediately."
        error={errors.attemptDays?.message}
      >
        <TextInput inputMode="numeric" autoComplete="off" {...form.register('attemptDays')} />
      </Field>
      <Field
        label="Keep benefits for"
        hint="With 0, benefits end when the first payment fails."
        error={errors.graceDays?.message}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          after="days"
          {...form.register('graceDays')}
        />
      </Field>
      <Controller
        name="finalAction"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            legend="If all retries fail"
            boxed
            options={finalActions.map((value) => ({ value, ...finalActionText[value] }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <Sentence form={form} />
    </SettingsCard>
  )
}

const finalActions = ['cancel', 'keep', 'unpaid'] as const satisfies readonly FinalAction[]

/** A summary in sentences, as far as the values are valid. */
function Sentence({ form }: { form: UseFormReturn<DunningForm> }) {
  const [attemptDays, graceDays, finalAction] = useWatch({
    control: form.control,
    name: ['attemptDays', 'graceDays', 'finalAction'],
  })
  const typed = { attemptDays, graceDays, finalAction }
  const hasErrors = mistakesIn(dunningSchema, typed).length > 0
  return (
    <p aria-live="polite" className="text-s text-ink-2">
      {!hasErrors && dunningText(dunningOf(typed))}
    </p>
  )
}
