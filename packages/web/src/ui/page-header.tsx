import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: ReactNode
  /** Next to the title: a status, an ID. */
  about?: ReactNode
  /** The page’s primary action, with secondary ones before it. */
  actions?: ReactNode
  /** Breadcrumbs above the title. */
  trail?: ReactNode
}

export function PageHeader({ title, about, actions, trail }: PageHeaderProps) {
  return (
    <header className="mb-5">
      {trail && <div className="mb-1 text-xs text-ink-3">{trail}</div>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-title">{title}</h1>
          {about}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
