import { type RefObject, useEffect, useRef, useState } from 'react'

interface Reading {
  /** The list itself. */
  region: RefObject<HTMLDivElement | null>
  /** What stands right above its first row. */
  top: RefObject<HTMLSpanElement | null>
  /** Whether somebody has something of it before them that must not move. */
  isReading: boolean
  /** They have gone on to what is new. */
  finish: () => void
}

/**
 * Whether a list is being read: the pointer is over it, the focus in it, its beginning is above the
 * window, or a finger has touched it, since of a finger nobody knows where it points.
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
