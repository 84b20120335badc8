import type { ReactNode } from 'react'

/** The column of the portal: its header, and below it what the page shows. */
export function PortalFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-180 grid-rows-[auto_1fr] px-5 pb-10">
      {children}
    </div>
  )
}
