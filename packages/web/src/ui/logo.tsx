import { classNames } from './class-names.ts'

interface LogoProps {
  /** The logo shows the first letter of this name. */
  name?: string
  size?: 's' | 'l'
}

/** A letter on the accent color, for the product and for organizations without a picture. */
export function Logo({ name = 'Guildhall', size = 's' }: LogoProps) {
  return (
    <span aria-hidden="true" className={classNames(base, sizes[size])}>
      {name.trim().slice(0, 1).toUpperCase()}
    </span>
  )
}

const base = 'grid shrink-0 place-items-center bg-accent font-bold text-on-accent select-none'

const sizes = {
  s: 'size-6 rounded-s text-xs/none',
  l: 'size-9 rounded-[9px] text-l/none',
} as const
