import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type Tone, toneSoft } from './tone.ts'

interface BadgeProps {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}

/** A short label: "archived", "default", "SPRING20". For states use `Status`. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5.5 items-center gap-1 rounded-full px-2 text-xs font-medium',
        'whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0 [&_svg]:stroke-[2.25]',
        toneSoft[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
