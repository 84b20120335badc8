import type { BillingSettings } from '#/entities/organization/billing-settings.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { useToast } from '#/ui/toast.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** Where days of metrics begin. */
export function TimeZoneCard({ settings: { timeZone } }: { settings: BillingSettings }) {
  const toast = useToast()
  const { saveBilling } = useSaving()
  const { form, settle } = useSettingsForm({ timeZone })
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(form, async (chosen) => {
    await saveBilling(chosen)
    settle(chosen)
    toast({ title: 'Time zone saved' })
  })
  return (
    <SettingsCard
      title="Time zone"
      isDirty={isDirty}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={save}
      onDiscard={() => settle({ timeZone })}
    >
      <Field
        label="Days of metrics begin in"
        hint="Metrics of the past are counted anew when you change it. Billing doesn’t depend on it."
        error={errors.timeZone?.message}
      >
        <NativeSelect {...form.register('timeZone')}>
          {zonesWith(timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </SettingsCard>
  )
}

/** Those that the browser knows, UTC first, and the one that is set. */
const zonesWith = (timeZone: string): string[] => [
  ...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')]),
]
