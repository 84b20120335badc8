import type { ReactNode } from 'react'

interface WithSideProps {
  /** What is known about the object: cards of facts. */
  side: ReactNode
  /** What the panel is, for who can't see where it stands: "Facts". */
  label: string
  children: ReactNode
}

/** The page of an object: what is done with it, and its facts beside; on small screens below. */
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
