import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  title?: ReactNode
  description?: ReactNode
  /** Right of the title. */
  actions?: ReactNode
  /** For content with its own padding: tables, lists. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A section of a page in a box. */
export function Card({
  title,
  description,
  actions,
  flush = false,
  className,
  children,
}: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={classNames('min-w-0 rounded-l border bg-surface', className)}
    >
      {title && (
        <header
          className={classNames(
            'flex flex-wrap items-center gap-x-3 gap-y-1 px-4',
            flush ? 'border-b py-2.5' : 'pt-3.5',
          )}
        >
          <div className="min-w-0 grow basis-28 py-0.5">
            <h2 id={id} className="text-m font-semibold">
              {title}
            </h2>
            {description && <p className="text-s text-ink-2">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  )
}
