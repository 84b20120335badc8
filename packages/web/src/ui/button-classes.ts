import { classNames } from './class-names.ts'

export interface ButtonStyle {
  variant?: 'primary' | 'default' | 'ghost' | 'danger'
  size?: 's' | 'm' | 'l'
  /** As wide as the container. */
  wide?: boolean
}

/** The classes of a button, also for links that look like buttons. */
export function buttonClasses({
  variant = 'default',
  size = 'm',
  wide = false,
}: ButtonStyle): string {
  return classNames(base, variants[variant], sizes[size], wide && 'w-full')
}

const base =
  'relative inline-flex shrink-0 items-center justify-center border font-medium ' +
  'whitespace-nowrap select-none transition-colors duration-75 ' +
  'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-default [&_svg]:shrink-0'

const variants = {
  primary: 'border-transparent bg-accent text-on-accent hover:enabled:bg-accent-hover',
  default: 'border-line-strong bg-surface text-ink hover:bg-hover disabled:bg-surface',
  ghost: 'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-bad text-on-bad hover:enabled:bg-bad-hover',
} as const

const sizes = {
  s: 'h-7 gap-1.5 rounded-s px-2 text-xs [&_svg]:size-3.5',
  m: 'h-8 gap-1.5 rounded-s px-3 text-s [&_svg]:size-4',
  l: 'h-11 gap-2 rounded-m px-4 text-[0.9375rem] [&_svg]:size-4',
} as const
