import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { later } from './later.tsx'
import { type ToastContent, ToastContext } from './toast.tsx'

const ToastQueue = later(async () => (await import('./toast-queue.tsx')).ToastQueue)

const firstActs = ['pointerdown', 'keydown'] as const

/**
 * Loads the place for toasts with the first act of the visitor, so that it is there, and known to
 * screen readers, before there is anything to say.
 */
export function ToastsLater({ children }: { children: ReactNode }) {
  const [contents, setContents] = useState<readonly ToastContent[]>([])
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    for (const act of firstActs) addEventListener(act, want, { once: true })
    return () => {
      for (const act of firstActs) removeEventListener(act, want)
    }
  }, [])
  const show = useCallback(
    (content: ToastContent) => setContents((before) => [...before, content]),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      {(isWanted || contents.length > 0) && <ToastQueue contents={contents} />}
    </ToastContext>
  )
}
