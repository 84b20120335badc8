import { type ReactNode, use } from 'react'
import { InFrame } from './in-frame.ts'

interface MessagePageProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

/** A full page with one message and one link. */
export function MessagePage({ title, action, children }: MessagePageProps) {
  const statement = (
    <div className="grid w-full max-w-105 justify-items-start gap-2 py-10">
      <title>{`${title} · Guildhall`}</title>
      <h1 className="text-title">{title}</h1>
      <p className="text-ink-2">{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
  if (use(InFrame)) return statement
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-5 outline-none">
      {statement}
    </main>
  )
}
