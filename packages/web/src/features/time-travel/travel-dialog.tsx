import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Clock } from '#/entities/organization/clock.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { addDays, type Day, dayOf, formatDay } from '#/ui/calendar-days.ts'
import { DatePicker } from '#/ui/date-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { NowContext } from '#/ui/use-now.ts'
import { endingsText } from './advance-text.ts'
import { periodEndsQuery } from './period-ends-query.ts'
import { sameTimeOn } from './steps.ts'
import { useTimeTravel, type Way } from './travel-context.ts'

interface TravelDialogProps {
  clock: Clock
  /** To the day that is proposed; undefined for none. */
  way: Way | undefined
  organizationId: OrganizationId
  onClose: () => void
}

export function TravelDialog({ clock, way, organizationId, onClose }: TravelDialogProps) {
  const { travel } = useTimeTravel()
  const proposed = way === undefined ? null : dayOf(way(clock.now))
  const [day, setDay] = useState<Day | null>(proposed)
  const [error, setError] = useState<string>()
  const { data: endings } = useQuery(periodEndsQuery(organizationId))
  const today = dayOf(clock.now)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day === null) return setError(`Choose a day after ${formatDay(today)}.`)
    travel(way !== undefined && day === proposed ? way : (now) => sameTimeOn(day, now))
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
        {day !== null && endings !== undefined && (
          <output className="block text-s text-ink-2">
            {endingsText(endings, sameTimeOn(day, clock.now))}
          </output>
        )}
      </NowContext>
    </FormDialog>
  )
}
