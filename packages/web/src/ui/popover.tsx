import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PopoverProps {
  trigger: ReactElement
  /** Shown above its content. */
  title?: string
  /** The accessible name if there is no title. */
  label?: string
  align?: 'start' | 'center' | 'end'
  /** As wide as its content. */
  wide?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Popover({
  trigger,
  title,
  align = 'start',
  wide = false,
  open,
  onOpenChange,
  ...rest
}: PopoverProps) {
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={rest.label}
            className={classNames(
              'floating p-4 text-s outline-none',
              wide ? 'max-w-(--available-width)' : 'max-w-[min(26rem,var(--available-width))]',
            )}
          >
            {title && <Base.Title className="mb-1 text-s font-semibold">{title}</Base.Title>}
            {rest.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
