import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'aria-label' | 'wide'> {
  /** The accessible name. */
  label: string
}

export function IconButton({ label, size = 'm', variant = 'ghost', ...props }: IconButtonProps) {
  return (
    <Button
      {...props}
      size={size}
      variant={variant}
      aria-label={label}
      className={classNames(squares[size], props.className)}
    />
  )
}

const squares = { s: 'w-7 px-0', m: 'w-8 px-0', l: 'w-11 px-0' } as const
