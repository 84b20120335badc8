import { useState } from 'react'
import { classNames } from './class-names.ts'

interface AvatarProps {
  /** Whose it is; its initials stand in for a missing picture. */
  name: string
  src?: string | null
  size?: 's' | 'm' | 'l'
  /** People are round, organizations and products square. */
  square?: boolean
}

/** Decorates a name that stands beside it. */
export function Avatar({ name, src, size = 's', square = false }: AvatarProps) {
  const [isBroken, setBroken] = useState(false)
  const look = classNames(
    'grid shrink-0 place-items-center overflow-hidden border bg-sunken font-semibold text-ink-2',
    'select-none',
    sizes[size],
    square ? 'rounded-s' : 'rounded-full',
  )
  return (
    <span aria-hidden="true" className={look}>
      {src && !isBroken ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        initials(name)
      )}
    </span>
  )
}

const sizes = {
  s: 'size-6 text-[0.625rem]',
  m: 'size-8 text-xs',
  l: 'size-12 text-l',
} as const

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}
