import { useState } from 'react'
import { type DayRange, formatRange } from './calendar-days.ts'
import { RangeChoice } from './date-range-picker.tsx'
import { OpeningChip } from './filter-chip.tsx'
import { Popover } from './popover.tsx'

interface DateFilterChipProps {
  /** The name of the filter: "Date". */
  name: string
  /** The selected days; undefined means all. */
  value: DayRange | null
  onChange: (range: DayRange | null) => void
}

/** Filters a list by a range of days. */
export function DateFilterChip({ name, value, onChange }: DateFilterChipProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (range: DayRange) => {
    onChange(range)
    setOpen(false)
  }
  return (
    <OpeningChip
      name={name}
      value={value && formatRange(value)}
      onClear={() => onChange(null)}
      open={(trigger) => (
        <Popover wide label={name} trigger={trigger} open={isOpen} onOpenChange={setOpen}>
          <RangeChoice value={value} onChoose={choose} />
        </Popover>
      )}
    />
  )
}
