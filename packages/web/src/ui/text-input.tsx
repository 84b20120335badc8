import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-control.ts'

interface TextInputProps extends Omit<ComponentProps<'input'>, 'prefix'> {
  /** An icon or unit inside the box, before or after the text. */
  before?: ReactNode
  after?: ReactNode
}

export function TextInput({ before, after, className, required, ...props }: TextInputProps) {
  const field = useFieldControl({ ...props, required })
  return (
    <span className={classNames('control', className)}>
      {before && <span className="flex shrink-0 text-ink-3 [&_svg]:size-4">{before}</span>}
      <input type="text" {...props} {...field} />
      {after && <span className="flex shrink-0 text-s text-ink-3 [&_svg]:size-4">{after}</span>}
    </span>
  )
}
