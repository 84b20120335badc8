import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import type { ReactElement, ReactNode } from 'react'
import { Menu } from './menu.tsx'

interface ChipProps {
  /** The name of the filter: "Status". */
  name: string
  /** The selected value; undefined means all. */
  value: string | null
  onClear: () => void
}

interface FilterChipProps extends ChipProps {
  /** The menu items that set it. */
  children: ReactNode
}

/** A filter of a list: dashed while unset, with its value when set. */
export function FilterChip({ children, ...chip }: FilterChipProps) {
  return <OpeningChip {...chip} open={(trigger) => <Menu trigger={trigger}>{children}</Menu>} />
}

interface OpeningChipProps extends ChipProps {
  /** The content of the popover. */
  open: (trigger: ReactElement) => ReactNode
}

/** A chip that opens a popover to set the filter. */
export function OpeningChip({ name, value, onClear, open }: OpeningChipProps) {
  const isSet = value !== null
  return (
    <span className="relative inline-flex">
      {open(
        <button
          type="button"
          className={isSet ? `${look} pr-7.5 text-ink` : `${look} border-dashed text-ink-2`}
        >
          {!isSet && <Plus aria-hidden="true" className="size-3.5" />}
          {name}
          {isSet && <span className="font-normal text-ink-2">{value}</span>}
        </button>,
      )}
      {isSet && (
        <button
          type="button"
          aria-label={`Clear the filter ${name}`}
          onClick={onClear}
          className={clearClasses}
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  )
}

const look =
  'inline-flex h-7 items-center gap-1.5 rounded-full border border-line-strong px-2.5 text-xs ' +
  'font-medium hover:bg-hover'

const clearClasses =
  'absolute right-0.5 grid size-6 translate-y-0.5 place-items-center rounded-full text-ink-3 ' +
  'hover:text-ink'
