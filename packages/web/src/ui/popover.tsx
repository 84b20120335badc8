import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

interface PopoverProps {
  trigger: ReactElement
  /** Shown above its content. */
  title?: string
  /** The accessible name if there is no title. */
  label?: string
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Popover({
  trigger,
  title,
  align = 'start',
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
            className="floating max-w-[min(26rem,var(--available-width))] p-4 text-s outline-none"
          >
            {title && <Base.Title className="mb-1 text-s font-semibold">{title}</Base.Title>}
            {rest.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
