import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonStyle, buttonClasses } from './button-classes.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Busy: keeps its width and its focus, and ignores clicks. */
  loading?: boolean
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, loading = false, type = 'button', ...rest } = props
  const { className, children, onClick, ...attributes } = rest
  const look = buttonClasses({
    ...(variant && { variant }),
    ...(size && { size }),
    ...(wide && { wide }),
  })
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...attributes}
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={classNames(look, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || attributes['aria-disabled']}
      onClick={click}
    >
      {loading ? (
        <>
          <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span>
          <Spinner className="absolute" />
        </>
      ) : (
        children
      )}
    </button>
  )
}
