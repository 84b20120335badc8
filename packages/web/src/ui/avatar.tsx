import { useState } from 'react'
import { classNames } from './class-names.ts'

interface AvatarProps {
  /** The name whose initials replace a missing picture. */
  name: string
  src?: string | null
  size?: 's' | 'm' | 'l'
  /** People are round, organizations and products are square. */
  square?: boolean
}

/** Decorative, because the name is next to it. */
export function Avatar({ name, src, size = 's', square = false }: AvatarProps) {
  const [isBroken, setBroken] = useState(false)
  const picture = src && !isBroken ? src : null
  const look = classNames(
    'relative grid shrink-0 place-items-center overflow-hidden border bg-sunken font-semibold text-ink-2',
    'select-none',
    sizes[size],
    square ? 'rounded-s' : 'rounded-full',
  )
  return (
    <span aria-hidden="true" className={look}>
      {picture === null && initials(name)}
      {picture && (
        <img
          src={picture}
          alt=""
          className="absolute inset-0 size-full object-cover"
          onError={() => setBroken(true)}
        />
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
