import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

interface TooltipProps {
  /** The trigger needs an accessible name, because the tooltip is not announced. */
  children: ReactElement
  text: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
}

export function Tooltip({ children, text, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className={tooltipClasses}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const tooltipClasses =
  'max-w-72 rounded-s bg-ink px-2 py-1 text-xs text-canvas shadow-float transition-opacity ' +
  'data-starting-style:opacity-0 data-ending-style:opacity-0 data-instant:transition-none'
