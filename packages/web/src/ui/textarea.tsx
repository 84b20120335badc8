import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-control.ts'

/** Grows with its text if the browser supports it, up to half of the screen. */
export function Textarea({ className, required, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const field = useFieldControl({ ...props, required })
  return (
    <span className={classNames('control', className)}>
      <textarea
        {...props}
        {...field}
        rows={rows}
        className="field-sizing-content max-h-[50vh] min-h-[2lh] resize-y py-[7px]"
      />
    </span>
  )
}
