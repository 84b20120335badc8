import { useEffect, useEffectEvent } from 'react'

/**
 * Keys that work anywhere on the page: `mod+k` (⌘ or Ctrl), `/`, or two in sequence, `g p`. Those
 * without `mod` are ignored while typing.
 */
export function useShortcut(keys: string, run: () => void): void {
  const runLatest = useEffectEvent(run)
  useEffect(() => {
    const strokes = keys.split(' ')
    let done = 0
    let lastAt = 0
    const press = (event: KeyboardEvent) => {
      const isLate = event.timeStamp - lastAt > pauseMilliseconds
      const next = strokes[isLate ? 0 : done] ?? ''
      if (!isStroke(event, next) || (!next.startsWith('mod+') && isTyping(event))) {
        done = 0
        return
      }
      done = isLate ? 1 : done + 1
      lastAt = event.timeStamp
      if (done < strokes.length) return
      done = 0
      event.preventDefault()
      runLatest()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])
}

const pauseMilliseconds = 1200

function isStroke(event: KeyboardEvent, stroke: string): boolean {
  if (event.defaultPrevented || event.altKey) return false
  const isMod = event.metaKey || event.ctrlKey
  const key = stroke.replace('mod+', '')
  return isMod === stroke.startsWith('mod+') && event.key.toLowerCase() === key
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !==
      null
  )
}
