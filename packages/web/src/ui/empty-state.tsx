import type { ReactNode } from 'react'
import type { Calls } from '#/lib/call-code.ts'
import { CodeBlock } from './code-block.tsx'
import { CodeCall } from './code-call.tsx'

interface EmptyStateProps {
  icon?: ReactNode
  /** Names what is missing. */
  title: string
  /** Explains why the list is empty, and what to do. */
  children: ReactNode
  action?: ReactNode
  /** Code that creates the first object. */
  code?: string
  /** The API call that creates the first object. */
  calls?: Calls
  callsTitle?: string
}

export function EmptyState({ icon, title, children, action, code, ...call }: EmptyStateProps) {
  const { calls, callsTitle = 'Or from your code' } = call
  return (
    <div className="mx-auto flex max-w-110 flex-col items-center gap-3 px-4 py-12 text-center">
      {icon && (
        <span aria-hidden="true" className={iconClasses}>
          {icon}
        </span>
      )}
      <div>
        <p className="text-m font-semibold">{title}</p>
        <p className="mt-1 text-s text-balance text-ink-2">{children}</p>
      </div>
      {action}
      {code && <CodeBlock code={code} title="Or from your code" className="w-full text-left" />}
      {calls && <CodeCall calls={calls} title={callsTitle} className="w-full" />}
    </div>
  )
}

const iconClasses =
  'grid size-10 place-items-center rounded-l border bg-surface text-ink-3 [&_svg]:size-5'
