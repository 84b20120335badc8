import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the active link of a list into view. */
export function useActiveInView(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    // Scrolls only the list, not the frame.
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return list
}
