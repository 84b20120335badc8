import type { ReactNode } from 'react'

interface Fact {
  label: string
  value: ReactNode
}

/** What is known about an object, name by name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="text-s">
      {facts.map((fact) => (
        <div key={fact.label} className={factLook}>
          <dt className="text-ink-2">{fact.label}</dt>
          <dd className="min-w-0">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

const factLook = 'grid grid-cols-[minmax(6rem,1fr)_2fr] items-center gap-4 py-1.5 not-last:border-b'
