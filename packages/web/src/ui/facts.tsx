import type { ReactNode } from 'react'

interface Fact {
  label: string
  value: ReactNode
}

/** The details of an object as a list of labels and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="text-s">
      {facts.map((fact) => (
        <div key={fact.label} className={factClasses}>
          <dt className="text-ink-2">{fact.label}</dt>
          <dd className="min-w-0">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

const factClasses =
  'grid grid-cols-[minmax(6rem,1fr)_2fr] items-center gap-4 py-1.5 not-last:border-b'
