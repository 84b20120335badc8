import type { ReactNode } from 'react'

interface PortalMessageProps {
  title: string
  action?: ReactNode
  children: string
}

/** A page with one message, in place of a portal that can't be shown. */
export function PortalMessage({ title, action, children }: PortalMessageProps) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-5 outline-none">
      <div className="grid w-full max-w-105 justify-items-start gap-2 py-10">
        <title>{title}</title>
        <h1 className="text-title">{title}</h1>
        <p className="text-ink-2">{children}</p>
        {action && <div className="mt-3">{action}</div>}
      </div>
    </main>
  )
}
