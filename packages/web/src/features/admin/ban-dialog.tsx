import { banUser } from '@guildhall/contract/identity/admin'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { useForm } from '../../lib/use-form.ts'
import { addDays, type Day, dayOf } from '../../ui/calendar-days.ts'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useNow } from '../../ui/use-now.ts'
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
  const form = useForm<Ban>({ defaultValues: { reason: '', end: 'open', endsOn: null } })
  const send = async ({ reason, end, endsOn }: Ban) => {
    const banReason = reason.trim()
    const hasEnd = end === 'day' && endsOn !== null
    const body = {
      userId: user.id,
      ...(banReason && { banReason }),
      ...(hasEnd && { banExpiresIn: secondsUntil(endsOn, now) }),
    }
    await api.call(banUser, { body })
    await onDone(`${name} is banned`)
  }
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      destructive
      title={`Ban ${name}?`}
      description={`${name} is signed out everywhere at once, and can’t sign in until the ban ends. Nothing is deleted.`}
      submit="Ban"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send)}
      onClose={onClose}
    >
      <Field label="Reason" optional hint="Operators see it." error={errors.reason?.message}>
        <Textarea
          {...form.register('reason', {
            maxLength: {
              value: reasonLengthMax,
              message: `${reasonLengthMax} characters at most.`,
            },
          })}
        />
      </Field>
      <BanEnd form={form} min={addDays(dayOf(now), 1)} />
    </FormDialog>
  )
}

const reasonLengthMax = 500

const ends = [
  { value: 'open', label: 'When somebody lifts it' },
  { value: 'day', label: 'On a day' },
] as const

/** The choice comes first: a day that can't be read must never become a ban without an end. */
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
          rules={{ required: 'Choose the day, from tomorrow on.' }}
          render={({ field, fieldState }) => (
            <Field
              label="Ends on"
              hint="In the first minute of that day, where you are."
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
