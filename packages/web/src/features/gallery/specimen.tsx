import type { ReactNode } from 'react'

interface SpecimensProps {
  id: string
  title: string
  children: ReactNode
}

/** A section of the page, with an anchor. */
export function Specimens({ id, title, children }: SpecimensProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-14 border-t pt-5 pb-10">
      <h2 id={`${id}-title`} className="mb-4 text-l font-semibold">
        {title}
      </h2>
      <div className="grid gap-6">{children}</div>
    </section>
  )
}

/** One component in its states, under its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-2 text-xs text-ink-3">{name}</p>
      {children}
    </div>
  )
}

/** Specimens side by side if there is room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">{children}</div>
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>
}
