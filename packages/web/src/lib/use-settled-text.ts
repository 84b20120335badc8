import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

const pauseMilliseconds = 250

/**
 * Debounces text input. What is settled builds on what the page shows, so that it waits until a
 * navigation is over: otherwise, a filter chosen meanwhile would be lost.
 */
export function useSettledText(
  settled: string,
  settle: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft === settled) setDraft(null)
  const settleLatest = useEffectEvent(settle)
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' })
  useEffect(() => {
    if (draft === null || isNavigating) return
    const timer = setTimeout(() => settleLatest(draft), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [draft, isNavigating])
  return [draft ?? settled, setDraft]
}
