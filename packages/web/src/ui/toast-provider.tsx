import { Toast as Base } from '@base-ui/react/toast'
import X from 'lucide-react/icons/x'
import { type ReactNode, useMemo } from 'react'
import { IconButton } from './icon-button.tsx'
import { type ShowToast, ToastContext, type ToastTone } from './toast.tsx'
import { toneText } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

/** The place where toasts show up. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={6000}>
      <Showing>{children}</Showing>
      <Base.Portal>
        <Base.Viewport className="toasts">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Showing({ children }: { children: ReactNode }) {
  const { add } = Base.useToastManager()
  const show = useMemo<ShowToast>(
    () =>
      ({ tone = 'good', title, description, action }) => {
        add({
          title,
          description,
          type: tone,
          priority: tone === 'bad' ? 'high' : 'low',
          ...(action && { actionProps: { children: action.label, onClick: action.onClick } }),
        })
      },
    [add],
  )
  return <ToastContext value={show}>{children}</ToastContext>
}

function Toasts() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className="toast">
      <Base.Content className={contentClasses}>
        <ToneIcon
          tone={toneOf(toast.type)}
          className={`mt-0.5 size-4 shrink-0 ${toneText[toneOf(toast.type)]}`}
        />
        <div className="min-w-0 flex-1 text-s">
          <Base.Title className="font-medium" />
          <Base.Description className="text-ink-2" />
        </div>
        <Base.Action className={actionClasses} />
        <Base.Close render={<IconButton label="Dismiss" size="s" className="-my-1 -mr-1" />}>
          <X aria-hidden="true" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}

function toneOf(type: string | undefined): ToastTone {
  return type === 'warn' || type === 'bad' || type === 'info' ? type : 'good'
}

const contentClasses =
  'flex items-start gap-2.5 p-3 data-behind:opacity-0 data-expanded:opacity-100'

const actionClasses = 'h-6 shrink-0 rounded-xs px-1.5 text-s font-medium text-accent hover:bg-hover'
