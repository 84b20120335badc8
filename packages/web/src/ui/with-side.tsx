import type { ReactNode } from 'react'

interface WithSideProps {
  /** Cards with the details of the object. */
  side: ReactNode
  /** The accessible name of the panel, such as "Facts". */
  label: string
  children: ReactNode
}

/** A page with a side panel, which moves below on small screens. */
export function WithSide({ side, label, children }: WithSideProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 min-[1024px]:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 grid-cols-1 gap-4">{children}</div>
      <aside aria-label={label} className="grid min-w-0 grid-cols-1 gap-4">
        {side}
      </aside>
    </div>
  )
}
