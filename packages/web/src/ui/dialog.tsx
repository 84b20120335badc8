import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { dialogClasses, dialogPlace, scrimClasses } from './dialog-frame.ts'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  title: ReactNode
  /** Describes the dialog in plain words. */
  description?: ReactNode
  /** The button that opens it; without one, `open` controls it. */
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Buttons, the primary one last. `DialogClose` makes a button close the dialog. */
  footer?: ReactNode
  wide?: boolean
  /** The element focused first; by default the close button. */
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  children?: ReactNode
}

export const DialogClose = Base.Close

export function Dialog({ title, description, trigger, open, onOpenChange, ...rest }: DialogProps) {
  const { footer, wide = false, initialFocus, children } = rest
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        {/* Also above another dialog, which would otherwise seem to be part of it. */}
        <Base.Backdrop forceRender className={scrimClasses} />
        <Base.Viewport className={dialogPlace}>
          <Base.Popup
            className={classNames(dialogClasses, wide ? 'sm:w-160' : 'sm:w-110')}
            {...(initialFocus && { initialFocus })}
          >
            <div className="px-5 pt-4 pb-5">
              <header className="flex items-start gap-4">
                <Base.Title className="min-w-0 flex-1 py-0.5 text-l font-semibold">
                  {title}
                </Base.Title>
                <Base.Close render={<IconButton label="Close" size="s" className="-mr-1.5" />}>
                  <X aria-hidden="true" />
                </Base.Close>
              </header>
              {description && (
                <Base.Description className="mt-1 text-s text-ink-2">
                  {description}
                </Base.Description>
              )}
              {children && <div className="mt-4">{children}</div>}
            </div>
            {footer && <DialogFooter>{footer}</DialogFooter>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={footerClasses}>{children}</footer>
}

const footerClasses =
  'sticky bottom-0 flex flex-wrap justify-end gap-2 border-t bg-surface px-5 py-3'
