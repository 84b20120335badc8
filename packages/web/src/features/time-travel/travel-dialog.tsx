import { type FormEvent, useState } from 'react'
import { addDays, type Day, dayOf, formatDay } from '../../ui/calendar-days.ts'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Present } from '../../ui/use-now.ts'
import type { Clock } from './clock-query.ts'
import { sameTimeOn } from './steps.ts'
import { useTimeTravel } from './travel-context.ts'

interface TravelDialogProps {
  clock: Clock
  onClose: () => void
}

/** Asks how far. */
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
      title="Go on to a day"
      description={
        `It’s ${formatDay(today)} here. What falls due on the way happens in order: ` +
        'renewals, payments and their retries, mails. There is no way back.'
      }
      submit={day === null ? 'Go on' : `Go on to ${formatDay(day)}`}
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* A day in two weeks is meant from where time stands here. */}
      <Present value={clock.now}>
        <Field label="Day" error={error} hint="The time of the day stays what it is.">
          <DatePicker
            value={day}
            min={addDays(today, 1)}
            onChange={(chosen) => {
              setDay(chosen)
              setError(undefined)
            }}
          />
        </Field>
      </Present>
    </FormDialog>
  )
}
