import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface NoMatchProps {
  /** What the list shows, in the plural: “orders”. */
  noun: string
  onClear: () => void
  /** What was searched for in vain, or what to try instead. */
  children: ReactNode
}

/** The empty state of a list in which a search or a filter finds nothing. */
export function NoMatch({ noun, onClear, children }: NoMatchProps) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={`No matching ${noun}`}
      action={<Button onClick={onClear}>Show all {noun}</Button>}
    >
      {children}
    </EmptyState>
  )
}
