import { useEffect, useEffectEvent, useState } from 'react'

const pauseMilliseconds = 250

/** Debounces text input. */
export function useSettledText(
  settled: string,
  settle: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft === settled) setDraft(null)
  const settleLatest = useEffectEvent(settle)
  useEffect(() => {
    if (draft === null) return
    const timer = setTimeout(() => settleLatest(draft), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [draft])
  return [draft ?? settled, setDraft]
}
