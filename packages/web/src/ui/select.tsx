import { Select as Base } from '@base-ui/react/select'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-control.ts'
import { itemClasses, listClasses, type Option } from './option-list.ts'

interface SelectProps<T extends string> {
  options: readonly Option<T>[]
  value: T | null
  onChange: (value: T) => void
  placeholder?: string
  /** The accessible name if there is no field. */
  label?: string
  /** Before the selected label, inside the box. */
  before?: ReactNode
  name?: string
  disabled?: boolean
  onBlur?: () => void
  className?: string
}

/** Selects one of a few options. From about ten on, use a combobox. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { options, value, onChange, placeholder = 'Choose…', label, before, ...rest } = props
  const { id, ...field } = useFieldControl({})
  const choose = (chosen: T | null) => {
    if (chosen !== null) onChange(chosen)
  }
  return (
    <Base.Root
      items={[...options]}
      value={value}
      onValueChange={choose}
      {...(id && { id })}
      {...(rest.name && { name: rest.name })}
      disabled={rest.disabled ?? false}
    >
      <Base.Trigger
        {...field}
        aria-label={label}
        onBlur={rest.onBlur}
        className={classNames('control text-m', rest.className)}
      >
        {before && <span className="shrink-0 text-ink-3 [&_svg]:size-4">{before}</span>}
        <Base.Value
          placeholder={placeholder}
          className="flex-1 truncate data-placeholder:text-ink-3"
        />
        <Base.Icon className="shrink-0 text-ink-3">
          <ChevronDown className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="floating min-w-(--anchor-width)">
            <Base.List className={listClasses}>
              {options.map((option) => (
                <SelectItem key={option.value} option={option} />
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function SelectItem({ option }: { option: Option }) {
  return (
    <Base.Item value={option.value} disabled={option.disabled ?? false} className={itemClasses}>
      <span className="flex-1">
        <Base.ItemText>{option.label}</Base.ItemText>
        {option.hint && <span className="block text-xs text-ink-3">{option.hint}</span>}
      </span>
      <Base.ItemIndicator className="text-accent">
        <Check aria-hidden="true" />
      </Base.ItemIndicator>
    </Base.Item>
  )
}
