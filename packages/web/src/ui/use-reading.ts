import { type RefObject, useEffect, useRef, useState } from 'react'

interface Reading {
  /** The list itself. */
  region: RefObject<HTMLDivElement | null>
  /** The element right above its first row. */
  top: RefObject<HTMLSpanElement | null>
  /** Whether part of the list is being read and must not move. */
  isReading: boolean
  /** Called when the reader shows the new rows. */
  finish: () => void
}

/**
 * Whether a list is being read: it is hovered, contains the focus, its start is scrolled out of
 * view, or it was touched, since touch has no hover.
 */
export function useReading(): Reading {
  const region = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLSpanElement>(null)
  const [signs, setSigns] = useState(none)
  useEffect(() => {
    if (region.current === null || top.current === null) return
    const note = (sign: Partial<Signs>) => setSigns((known) => ({ ...known, ...sign }))
    const listeners = listen(region.current, note)
    const observer = new IntersectionObserver(([entry]) => {
      if (entry === undefined) return
      note({ isScrolled: !entry.isIntersecting && entry.boundingClientRect.top < 0 })
    })
    observer.observe(top.current)
    return () => {
      listeners.abort()
      observer.disconnect()
    }
  }, [])
  return {
    region,
    top,
    isReading: Object.values(signs).some(Boolean),
    finish: () => setSigns((known) => ({ ...known, isTouched: false })),
  }
}

interface Signs {
  isOver: boolean
  hasFocus: boolean
  isScrolled: boolean
  isTouched: boolean
}

const none: Signs = { isOver: false, hasFocus: false, isScrolled: false, isTouched: false }

function listen(list: HTMLElement, note: (sign: Partial<Signs>) => void): AbortController {
  const listeners = new AbortController()
  const { signal } = listeners
  const isFinger = ({ pointerType }: PointerEvent) => pointerType === 'touch'
  const over = (event: PointerEvent) =>
    note(isFinger(event) ? { isTouched: true } : { isOver: true })
  list.addEventListener('pointerenter', over, { signal })
  list.addEventListener('pointerleave', () => note({ isOver: false }), { signal })
  list.addEventListener('focusin', () => note({ hasFocus: true }), { signal })
  list.addEventListener('focusout', () => note({ hasFocus: false }), { signal })
  return listeners
}
