import { banUser } from '@guildhall/contract/identity/admin'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { api } from '#/lib/api.ts'
import { type FormSchema, present, text } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { addDays, type Day, dayOf } from '#/ui/calendar-days.ts'
import { DatePicker } from '#/ui/date-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import { useNow } from '#/ui/use-now.ts'
import { secondsUntil } from './bans.ts'
import type { UserDialogProps } from './user-dialog.ts'
import { nameOf } from './user-name.ts'

interface Ban {
  reason: string
  end: 'open' | 'day'
  endsOn: Day | null
}

export function BanDialog({ user, onDone, onClose }: UserDialogProps) {
  const name = nameOf(user)
  const now = useNow()
  const form = useForm<Ban>({
    schema: banSchema,
    defaultValues: { reason: '', end: 'open', endsOn: null },
  })
  const send = async ({ reason, end, endsOn }: Ban) => {
    const banReason = reason.trim()
    const hasEnd = end === 'day' && endsOn !== null
    const body = {
      userId: user.id,
      ...(banReason && { banReason }),
      ...(hasEnd && { banExpiresIn: secondsUntil(endsOn, now) }),
    }
    await api.call(banUser, { body })
    await onDone(`${name} banned`)
  }
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      destructive
      title={`Ban ${name}?`}
      description={`${name} is signed out everywhere immediately and can’t sign in until the ban ends. Nothing is deleted.`}
      submit="Ban"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send)}
      onClose={onClose}
    >
      <Field label="Reason" optional hint="Visible to operators." error={errors.reason?.message}>
        <Textarea {...form.register('reason')} />
      </Field>
      <BanEnd form={form} min={addDays(dayOf(now), 1)} />
    </FormDialog>
  )
}

const banSchema: FormSchema<Ban> = {
  reason: text(banUser.body.shape.banReason),
  endsOn: present('Choose a day from tomorrow onwards.'),
}

const ends = [
  { value: 'open', label: 'When lifted' },
  { value: 'day', label: 'On a date' },
] as const

/** The choice is explicit: an invalid date must never become a permanent ban. */
function BanEnd({ form, min }: { form: UseFormReturn<Ban>; min: Day }) {
  return (
    <>
      <Controller
        name="end"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            legend="The ban ends"
            options={ends}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      {form.watch('end') === 'day' && (
        <Controller
          name="endsOn"
          control={form.control}
          render={({ field, fieldState }) => (
            <Field
              label="Ends on"
              hint="At the start of that day in your time zone."
              error={fieldState.error?.message}
            >
              <DatePicker
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                min={min}
              />
            </Field>
          )}
        />
      )}
    </>
  )
}
