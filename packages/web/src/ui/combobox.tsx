import { Combobox as Base } from '@base-ui/react/combobox'
import X from 'lucide-react/icons/x'
import { use } from 'react'
import { classNames } from './class-names.ts'
import { ComboboxPopup } from './combobox-popup.tsx'
import { ComboboxTrigger, innerButtonClasses } from './combobox-trigger.tsx'
import { FieldContext, useFieldControl } from './field-control.ts'
import type { Option } from './option-list.ts'

interface ComboboxProps<T extends string> {
  options: readonly Option<T>[]
  value: T | null
  onChange: (value: T | null) => void
  placeholder?: string
  /** The accessible name if there is no field. */
  label?: string
  /** Shown when nothing matches. */
  empty?: string
  name?: string
  disabled?: boolean
  onBlur?: () => void
  className?: string
}

/** Selects one of many options; typing filters them. */
export function Combobox<T extends string>(props: ComboboxProps<T>) {
  const { options, value, onChange, placeholder = 'Search…', label, empty, ...rest } = props
  const field = useFieldControl({})
  const labelledBy = use(FieldContext)?.labelledBy
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(option: Option<T> | null) => onChange(option?.value ?? null)}
      isItemEqualToValue={(a, b) => a?.value === b?.value}
      autoHighlight
      {...(rest.name && { name: rest.name })}
      disabled={rest.disabled ?? false}
    >
      <Base.InputGroup className={classNames('control pr-1', rest.className)}>
        <Base.Input
          {...field}
          aria-label={label}
          // While the list is open, everything else is hidden from assistive technology; references
          // still work.
          aria-labelledby={label ? undefined : labelledBy}
          placeholder={placeholder}
          onBlur={rest.onBlur}
        />
        <Base.Clear aria-label="Clear" className={innerButtonClasses}>
          <X aria-hidden="true" className="size-4" />
        </Base.Clear>
        <ComboboxTrigger />
      </Base.InputGroup>
      <ComboboxPopup empty={empty} />
    </Base.Root>
  )
}
