import { useEffect, useRef } from 'react'
import { type ToastContent, useToast } from './toast.tsx'
import { ToastProvider } from './toast-provider.tsx'

interface ToastQueueProps {
  /** All that there was to say so far, oldest first. */
  contents: readonly ToastContent[]
}

/** The place for toasts of a page that began without one. */
export function ToastQueue({ contents }: ToastQueueProps) {
  return (
    <ToastProvider>
      <Shown contents={contents} />
    </ToastProvider>
  )
}

function Shown({ contents }: ToastQueueProps) {
  const show = useToast()
  const shown = useRef(0)
  useEffect(() => {
    for (const content of contents.slice(shown.current)) show(content)
    shown.current = contents.length
  }, [contents, show])
  return null
}
