import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactElement, ReactNode } from 'react'
import { DialogFooter } from './dialog.tsx'
import { scrimClasses } from './dialog-frame.ts'
import { IconButton } from './icon-button.tsx'

interface SheetProps {
  title: ReactNode
  description?: ReactNode
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  footer?: ReactNode
  children: ReactNode
}

/** A side panel for an object of a list. */
export function Sheet({ title, description, trigger, open, onOpenChange, ...rest }: SheetProps) {
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={scrimClasses} />
        <Base.Popup className={sheetClasses}>
          <header className="flex items-start gap-4 border-b px-5 py-3.5">
            <div className="min-w-0 flex-1">
              <Base.Title className="py-0.5 text-l font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description className="text-s text-ink-2">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label="Close" size="s" className="-mr-1.5" />}>
              <X aria-hidden="true" />
            </Base.Close>
          </header>
          <div className="flex-1 overflow-y-auto px-5 py-4">{rest.children}</div>
          {rest.footer && <DialogFooter>{rest.footer}</DialogFooter>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const sheetClasses =
  'fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l bg-surface shadow-float ' +
  'outline-none transition-[translate] duration-150 ease-out sm:w-120 ' +
  'data-starting-style:translate-x-full data-ending-style:translate-x-full'
