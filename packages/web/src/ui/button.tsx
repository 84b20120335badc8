import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonLook } from './button-look.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** At work: keeps its width and its focus, and takes no further clicks. */
  loading?: boolean
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, loading = false, type = 'button', ...rest } = props
  const { className, children, onClick, ...attributes } = rest
  const look = buttonLook({
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
