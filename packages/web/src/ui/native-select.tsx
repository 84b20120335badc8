import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-control.ts'

/** The browser’s own select: nothing to load, and native on phones. */
export function NativeSelect({ className, required, ...props }: ComponentProps<'select'>) {
  const field = useFieldControl({ ...props, required })
  return (
    <span className={classNames('control relative', className)}>
      <select
        {...props}
        {...field}
        className="-mx-[11px] h-[34px] appearance-none pr-8 pl-[11px] [&>option]:bg-surface"
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute right-2.5 size-4 text-ink-3"
      />
    </span>
  )
}
