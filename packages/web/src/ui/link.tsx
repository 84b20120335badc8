import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

interface LinkProps extends ComponentProps<'a'> {
  /** An external link that opens in a new tab and announces it. */
  external?: boolean
  /** In the color of the surrounding text. */
  quiet?: boolean
}

export function Link({
  external = false,
  quiet = false,
  className,
  children,
  ...props
}: LinkProps) {
  const colour = quiet ? 'text-inherit hover:text-ink' : 'font-medium text-accent'
  const look = 'rounded-xs underline-offset-3 hover:underline'
  return (
    <a
      {...props}
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
      className={classNames(look, colour, className)}
    >
      {children}
      {external && (
        <>
          <ArrowUpRight aria-hidden="true" className="ml-0.5 inline size-3.5 align-[-2px]" />
          <span className="sr-only"> (opens in a new tab)</span>
        </>
      )}
    </a>
  )
}
