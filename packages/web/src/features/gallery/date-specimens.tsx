import { useState } from 'react'
import type { DayRange } from '#/ui/calendar-days.ts'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { DatePicker } from '#/ui/date-picker.tsx'
import { DateRangePicker } from '#/ui/date-range-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { Columns, Specimen, Specimens } from './specimen.tsx'

export function DateSpecimens() {
  const [day, setDay] = useState<string | null>('2026-12-24')
  const [range, setRange] = useState({ from: '2026-09-22', to: '2026-11-20' })
  const [shown, setShown] = useState<DayRange | null>(null)
  return (
    <Specimens id="dates" title="Dates">
      <Columns>
        <Field label="Ends on" hint="Type “in 2 weeks”, or use the calendar." optional>
          <DatePicker value={day} onChange={setDay} min="2026-11-01" />
        </Field>
        <Specimen name="Range">
          <DateRangePicker value={range} onChange={setRange} />
        </Specimen>
        <Specimen name="Filter">
          <DateFilterChip name="Created" value={shown} onChange={setShown} />
        </Specimen>
      </Columns>
    </Specimens>
  )
}
