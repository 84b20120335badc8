import { type ReactNode, use } from 'react'
import { Logo } from '#/ui/logo.tsx'
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
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="flex h-13 items-center border-b px-3 min-[900px]:px-5">
        <a
          href="/"
          className="flex items-center gap-2.5 rounded-s px-2 py-1.5 font-semibold hover:bg-hover"
        >
          <Logo />
          Guildhall
        </a>
      </header>
      <main id="main" tabIndex={-1} className="grid place-items-center px-5 outline-none">
        {statement}
      </main>
    </div>
  )
}
