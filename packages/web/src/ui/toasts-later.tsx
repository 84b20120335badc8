import { type ReactNode, useCallback, useState } from 'react'
import { useFirstAct } from '#/lib/use-first-act.ts'
import { later } from './later.tsx'
import { type ToastContent, ToastContext } from './toast.tsx'

const ToastQueue = later(async () => (await import('./toast-queue.tsx')).ToastQueue)

/**
 * Loads the place for toasts with the first act of the visitor, so that it is there, and known to
 * screen readers, before there is anything to say.
 */
export function ToastsLater({ children }: { children: ReactNode }) {
  const [contents, setContents] = useState<readonly ToastContent[]>([])
  const hasActed = useFirstAct()
  const show = useCallback(
    (content: ToastContent) => setContents((before) => [...before, content]),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      {(hasActed || contents.length > 0) && <ToastQueue contents={contents} />}
    </ToastContext>
  )
}
