import type { ComponentProps, ReactNode } from 'react'
import { tabLook, tabRowLook } from './tab-look.ts'

/** The row of pages that belong together, under a page's title. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={tabRowLook}>
      {children}
    </nav>
  )
}

/** The page where one is has `aria-current="page"`. */
export function TabNavLink({ children, ...props }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a {...props} className={tabLook}>
      {children}
    </a>
  )
}
