import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Menu } from './menu.tsx'

interface FilterChipProps {
  /** What is filtered by: "Status". */
  name: string
  /** What is let through; nothing means everything. */
  value: string | null
  onClear: () => void
  /** The items of the menu that sets it. */
  children: ReactNode
}

/** A filter of a list: dashed while it lets all through, with its value when set. */
export function FilterChip({ name, value, onClear, children }: FilterChipProps) {
  const isSet = value !== null
  const trigger = (
    <button
      type="button"
      className={isSet ? `${look} pr-7.5 text-ink` : `${look} border-dashed text-ink-2`}
    >
      {!isSet && <Plus aria-hidden="true" className="size-3.5" />}
      {name}
      {isSet && <span className="font-normal text-ink-2">{value}</span>}
    </button>
  )
  return (
    <span className="relative inline-flex">
      <Menu trigger={trigger}>{children}</Menu>
      {isSet && (
        <button
          type="button"
          aria-label={`Clear the filter ${name}`}
          onClick={onClear}
          className={clearLook}
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

const clearLook =
  'absolute right-0.5 grid size-6 translate-y-0.5 place-items-center rounded-full text-ink-3 ' +
  'hover:text-ink'
