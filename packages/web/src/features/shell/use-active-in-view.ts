import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** A list of links that scrolls shows where one is, wherever one came from. */
export function useActiveInView(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    // The frame stays where it is: only the list may have to move.
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return list
}
