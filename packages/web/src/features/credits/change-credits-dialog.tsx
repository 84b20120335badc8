import { creditUnitsMax, giveCredits, takeCredits } from '@guildhall/contract/usage/credits'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { meterOptions, metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { present, rule, text } from '#/lib/form-schema.ts'
import { formatQuantity } from '#/lib/format.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { addDays, type Day, dayOf, startOfDay } from '#/ui/calendar-days.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { DatePicker } from '#/ui/date-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useNow } from '#/ui/use-now.ts'
import type { OfMeter } from './credit-queries.ts'

interface CreditDraft {
  direction: 'give' | 'take'
  meterId: string | null
  units: string
  lastDay: Day | null
  reason: string
}

type Form = UseFormReturn<CreditDraft>

interface ChangeCreditsDialogProps {
  customer: { id: OfMeter['customerId']; name: string }
  /** Chosen beforehand, where a statement is shown. */
  meterId?: OfMeter['meterId']
  onClose: () => void
}

const { shape: giving } = giveCredits.body

/** Gives credits of a meter to a customer, or takes some. */
export function ChangeCreditsDialog({ customer, meterId, onClose }: ChangeCreditsDialogProps) {
  const form = useForm<CreditDraft>({
    schema: {
      direction: z.enum(['give', 'take']),
      meterId: present('Choose a meter.'),
      units: rule<string>(unitsMistake),
      lastDay: z.nullable(z.string()),
      reason: text(giving.reason, { empty: 'Enter a reason.' }),
    },
    defaultValues: {
      direction: 'give',
      meterId: meterId ?? null,
      units: '',
      lastDay: null,
      reason: '',
    },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const direction = useWatch({ control: form.control, name: 'direction' })
  const send = useChangingCredits(customer, onClose)
  return (
    <FormDialog
      title={direction === 'give' ? 'Give credits' : 'Take credits'}
      description={descriptions[direction]}
      submit={direction === 'give' ? 'Give credits' : 'Take credits'}
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, creditField)}
      onClose={onClose}
    >
      <Controller
        name="direction"
        control={form.control}
        render={({ field }) => (
          <Segmented
            label="Direction"
            options={directions}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {meterId === undefined && <MeterField form={form} />}
      <Field label="Units" error={errors.units?.message}>
        <TextInput inputMode="decimal" autoComplete="off" {...form.register('units')} />
      </Field>
      {direction === 'give' && <LastDay form={form} />}
      <Field
        label="Reason"
        hint="Shown in the statement, also in the API."
        error={errors.reason?.message}
      >
        <TextInput {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

const descriptions = {
  give: 'Usage burns what expires first. What was used without credits is covered at once.',
  take: 'Credits that were bought aren’t taken: refund the purchase.',
} as const

const directions = [
  { value: 'give', label: 'Give' },
  { value: 'take', label: 'Take' },
] as const

/** Fractions may be left to take; whether they may be given is for the server to say. */
const unitsMistake = (typed: string): string | null => {
  const { units } = takeCredits.body.shape
  const isTaken = typed.trim() !== '' && z.safeParse(units, Number(typed)).success
  return isTaken ? null : `Enter a number up to ${formatQuantity(creditUnitsMax)}.`
}

function MeterField({ form }: { form: Form }) {
  const { id } = useOrganization()
  const { data: meters } = useQuery(metersToChoose(id))
  return (
    <Controller
      name="meterId"
      control={form.control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field label="Meter" error={fieldState.error?.message}>
          <Combobox<string>
            options={meterOptions(meters ?? [], value)}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            placeholder="Choose a meter"
            empty="No matching meters."
          />
        </Field>
      )}
    />
  )
}

function LastDay({ form }: { form: Form }) {
  const today = dayOf(useNow())
  return (
    <Controller
      name="lastDay"
      control={form.control}
      render={({ field, fieldState }) => (
        <Field label="Last day" optional error={fieldState.error?.message}>
          <DatePicker
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            min={today}
          />
        </Field>
      )}
    />
  )
}

const creditField = wireFields<CreditDraft>({
  meter_id: 'meterId',
  units: 'units',
  expires_at: 'lastDay',
  reason: 'reason',
})

function useChangingCredits(
  { id, name }: ChangeCreditsDialogProps['customer'],
  onDone: () => void,
) {
  const change = useChange()
  const toast = useToast()
  return async ({ direction, meterId, units: typed, lastDay, reason }: CreditDraft) => {
    const units = Number(typed)
    const common = { meterId: z.parse(giving.meterId, meterId), units, reason }
    const expiresAt = lastDay === null ? null : startOfDay(addDays(lastDay, 1)).toISOString()
    const params = { id }
    await change(async () => {
      if (direction === 'take') await api.call(takeCredits, { params, body: common })
      else await api.call(giveCredits, { params, body: { ...common, expiresAt } })
    })
    const sum = `${formatQuantity(units)} credits`
    toast({ title: direction === 'give' ? `${sum} given to ${name}` : `${sum} taken from ${name}` })
    onDone()
  }
}
