import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type Tone, toneSoft } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

interface BannerProps {
  tone?: Exclude<Tone, 'neutral'>
  title?: ReactNode
  /** A button or link that acts on the message. */
  action?: ReactNode
  className?: string
  children?: ReactNode
}

/** A message about the page. Errors are announced assertively, others politely. */
export function Banner({ tone = 'info', title, action, className, children }: BannerProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m px-3 py-2.5 text-s',
        toneSoft[tone],
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-2.5">
        <ToneIcon tone={tone} className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0 text-ink">
          {title && <strong className="font-semibold">{title} </strong>}
          {children}
        </div>
      </div>
      {action}
    </div>
  )
}
