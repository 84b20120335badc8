import type { ComponentProps, ReactNode } from 'react'
import { tabClasses, tabRowClasses } from './tab-classes.ts'

/** Links between related pages, below the title. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={tabRowClasses}>
      {children}
    </nav>
  )
}

/** The current page has `aria-current="page"`. */
export function TabNavLink({ children, ...props }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a {...props} className={tabClasses}>
      {children}
    </a>
  )
}
