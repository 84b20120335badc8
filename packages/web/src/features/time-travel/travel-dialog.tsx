import { type FormEvent, useState } from 'react'
import { addDays, type Day, dayOf, formatDay } from '#/ui/calendar-days.ts'
import { DatePicker } from '#/ui/date-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { NowContext } from '#/ui/use-now.ts'
import type { Clock } from './clock-query.ts'
import { sameTimeOn } from './steps.ts'
import { useTimeTravel } from './travel-context.ts'

interface TravelDialogProps {
  clock: Clock
  onClose: () => void
}

/** Asks for the date to advance to. */
export function TravelDialog({ clock, onClose }: TravelDialogProps) {
  const { travel } = useTimeTravel()
  const [day, setDay] = useState<Day | null>(null)
  const [error, setError] = useState<string>()
  const today = dayOf(clock.now)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day === null) return setError(`Choose a day after ${formatDay(today)}.`)
    travel((now) => sameTimeOn(day, now))
    onClose()
  }
  return (
    <FormDialog
      title="Advance to a date"
      description={
        `Current date: ${formatDay(today)}. Everything due until then happens in order: ` +
        'renewals, payments, retries and emails. This can’t be undone.'
      }
      submit={day === null ? 'Advance' : `Advance to ${formatDay(day)}`}
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Relative input such as “in two weeks” counts from the organization’s clock. */}
      <NowContext value={clock.now}>
        <Field label="Day" error={error} hint="The time of day stays the same.">
          <DatePicker
            value={day}
            min={addDays(today, 1)}
            onChange={(chosen) => {
              setDay(chosen)
              setError(undefined)
            }}
          />
        </Field>
      </NowContext>
    </FormDialog>
  )
}
