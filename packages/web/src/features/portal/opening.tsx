import { type Query, useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { PortalSkeleton } from './portal-skeleton.tsx'

/**
 * Shows a page when everything is there that it shows first, so that no answer pushes down what
 * stands already. The page asks for it meanwhile, hidden below a skeleton.
 */
export function Opening({ children }: { children: ReactNode }) {
  const isOpen = useOpen()
  return (
    <>
      {!isOpen && <PortalSkeleton />}
      <div hidden={!isOpen}>{children}</div>
    </>
  )
}

/** By then, what has been answered is shown without what is still missing. */
const longestMilliseconds = 15_000

/** True from the moment at which nothing is asked anymore, or at which that takes too long. */
function useOpen(): boolean {
  const isAsking = useIsFetching({ predicate: isFirstTry }) > 0
  // What an answer leads to asking is asked once it is rendered, before a deferred value follows.
  const isQuiet = useDeferredValue(!isAsking, false)
  const [isOpen, setOpen] = useState(false)
  if (isQuiet && !isOpen) setOpen(true)
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), longestMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return isOpen
}

/** A server that doesn’t respond is asked several times; its part of the page shows that. */
const isFirstTry = ({ state }: Query): boolean =>
  state.data === undefined && state.fetchFailureCount === 0
