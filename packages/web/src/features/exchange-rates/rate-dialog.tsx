import { rateText, setExchangeRate } from '@guildhall/contract/metrics/exchange-rates'
import { currency as currencyShape } from '@guildhall/contract/primitives'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { present, rule } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { DatePicker } from '#/ui/date-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useUnsaved } from '#/ui/unsaved-changes.tsx'
import type { ExchangeRate } from './rate-queries.ts'

interface RateDraft {
  day: Day | null
  currency: string
  rate: string
}

interface RateDialogProps {
  /** What it begins with; an existing rate keeps its day and currency. */
  draft: RateDraft
  isNew: boolean
  reportingCurrency: string
  onSaved: (rate: ExchangeRate) => void
  onClose: () => void
}

/** Sets the rate of a day; open while rendered. */
export function RateDialog({ draft, isNew, reportingCurrency, onSaved, onClose }: RateDialogProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const form = useForm<RateDraft>({ schema: schemaOf(reportingCurrency), defaultValues: draft })
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)
  const save = async ({ day, currency, rate }: RateDraft) => {
    if (day === null) return
    const body = {
      organizationId,
      day,
      currency: z.parse(currencyShape, codeOf(currency)),
      rate: z.parse(rateText, rate.trim()),
    }
    onSaved(await change(() => api.call(setExchangeRate, { body })))
  }
  return (
    <FormDialog
      title={isNew ? 'Add exchange rate' : `Edit ${draft.currency.toUpperCase()}`}
      description="It applies from its day until the day of the next rate, and changes the figures of those days, past ones included."
      submit={isNew ? 'Add rate' : 'Save'}
      isBusy={isSubmitting}
      isUnsaved={isDirty}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, save, {}, fieldOf)}
      onClose={onClose}
    >
      {isNew && (
        <>
          <Controller
            name="day"
            control={form.control}
            render={({ field: { value, onChange, onBlur }, fieldState }) => (
              <Field label="Day" error={fieldState.error?.message}>
                <DatePicker value={value} onChange={onChange} onBlur={onBlur} />
              </Field>
            )}
          />
          <Field label="Currency" hint="Its code, such as USD." error={errors.currency?.message}>
            <TextInput
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={3}
              {...form.register('currency')}
            />
          </Field>
        </>
      )}
      <Field
        label="Rate"
        hint={`How many ${reportingCurrency.toUpperCase()} one unit of the currency is worth, such as 0.92.`}
        error={errors.rate?.message}
      >
        <TextInput inputMode="decimal" autoComplete="off" {...form.register('rate')} />
      </Field>
    </FormDialog>
  )
}

const codeOf = (typed: string): string => typed.trim().toLowerCase()

const fieldOf = wireFields<RateDraft>({ day: 'day', currency: 'currency', rate: 'rate' })

const schemaOf = (reportingCurrency: string) => ({
  day: present('Choose a day.'),
  currency: rule<string>((typed) => {
    const code = codeOf(typed)
    if (!z.safeParse(currencyShape, code).success) return 'Enter a code of three letters.'
    return code === reportingCurrency ? 'This is the reporting currency itself.' : null
  }),
  rate: rule<string>((typed) =>
    z.safeParse(rateText, typed.trim()).success ? null : 'Enter a number above 0, such as 0.92.',
  ),
})
