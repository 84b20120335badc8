import { Combobox as Base } from '@base-ui/react/combobox'
import X from 'lucide-react/icons/x'
import { use } from 'react'
import { ComboboxPopup } from './combobox-popup.tsx'
import { FieldContext, useFieldControl } from './field-control.ts'
import type { Option } from './option-list.ts'

interface MultiComboboxProps<T extends string> {
  options: readonly Option<T>[]
  value: readonly T[]
  onChange: (value: T[]) => void
  placeholder?: string
  label?: string
  empty?: string
  onBlur?: () => void
}

/** Selects several options as chips; Backspace removes the last one. */
export function MultiCombobox<T extends string>(props: MultiComboboxProps<T>) {
  const { options, value, onChange, placeholder = 'Search…', label, empty, onBlur } = props
  const field = useFieldControl({})
  const labelledBy = use(FieldContext)?.labelledBy
  const chosen = options.filter((option) => value.includes(option.value))
  return (
    <Base.Root
      multiple
      items={options}
      value={chosen}
      onValueChange={(next: Option<T>[]) => onChange(next.map((option) => option.value))}
      isItemEqualToValue={(a, b) => a.value === b.value}
      autoHighlight
    >
      <Base.InputGroup className="control cursor-text py-1">
        <Base.Chips
          className="flex min-w-0 flex-1 flex-wrap items-center gap-1"
          aria-label={chosen.length > 0 ? 'Chosen' : undefined}
        >
          {chosen.map((option) => (
            <Chip key={option.value} label={option.label} />
          ))}
          <Base.Input
            {...field}
            aria-label={label}
            // While the list is open, everything else is hidden from assistive technology;
            // references still work.
            aria-labelledby={label ? undefined : labelledBy}
            placeholder={chosen.length > 0 ? '' : placeholder}
            onBlur={onBlur}
            className="h-6 min-w-16 flex-1 bg-transparent outline-none"
          />
        </Base.Chips>
      </Base.InputGroup>
      <ComboboxPopup empty={empty} />
    </Base.Root>
  )
}

function Chip({ label }: { label: string }) {
  return (
    <Base.Chip aria-label={label} className={chipClasses}>
      {label}
      <Base.ChipRemove
        aria-label={`Remove ${label}`}
        className="grid size-6 place-items-center rounded-xs text-ink-3 hover:text-ink"
      >
        <X aria-hidden="true" className="size-3" />
      </Base.ChipRemove>
    </Base.Chip>
  )
}

const chipClasses =
  '-ml-1 flex h-6 items-center rounded-xs bg-sunken pl-2 text-xs font-medium outline-none ' +
  'not-first:ml-0 data-highlighted:bg-accent-soft data-highlighted:text-accent'
