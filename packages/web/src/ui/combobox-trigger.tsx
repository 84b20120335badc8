import { Combobox as Base } from '@base-ui/react/combobox'
import ChevronDown from 'lucide-react/icons/chevron-down'

/** Opens the list without typing. */
export function ComboboxTrigger() {
  return (
    <Base.Trigger aria-label="Show choices" className={innerButtonClasses}>
      <ChevronDown aria-hidden="true" className="size-4" />
    </Base.Trigger>
  )
}

export const innerButtonClasses =
  '-mx-1 grid size-6 shrink-0 place-items-center rounded-xs text-ink-3 hover:text-ink'
