import type { Day } from './calendar-days.ts'
import { DatePicker } from './date-picker.tsx'
import { Field } from './field.tsx'

interface DayController {
  field: { value: Day | null; onChange: (day: Day | null) => void; onBlur: () => void }
  fieldState: { error?: { message?: string | undefined } | undefined }
}

/** An optional day of a form, for its `Controller`. */
export const renderDay =
  (label: string) =>
  ({ field: { value, onChange, onBlur }, fieldState }: DayController) => (
    <Field label={label} optional error={fieldState.error?.message}>
      <DatePicker value={value} onChange={onChange} onBlur={onBlur} />
    </Field>
  )
