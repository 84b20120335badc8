import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Hash from 'lucide-react/icons/hash'
import ListIcon from 'lucide-react/icons/list'
import SquareCheck from 'lucide-react/icons/square-check'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import type { CustomFieldType } from './custom-field-queries.ts'

interface TypeDetails {
  name: string
  icon: LucideIcon
}

/** The types in display order. */
export const customFieldTypeDetails: Readonly<Record<CustomFieldType, TypeDetails>> = {
  text: { name: 'Text', icon: TextCursorInput },
  number: { name: 'Number', icon: Hash },
  date: { name: 'Date', icon: CalendarDays },
  checkbox: { name: 'Checkbox', icon: SquareCheck },
  select: { name: 'Select', icon: ListIcon },
}
