import { createContext, use, useSyncExternalStore } from 'react'

/** The present of what is shown, where that isn't the reader's: a clock that stands still. */
export const Present = createContext<Date | null>(null)

/** The present of what is shown. */
export function useNow(): Date {
  const real = useRealNow()
  return use(Present) ?? real
}

/** The reader's present, moving on once a minute, the same for all that show it. */
export function useRealNow(): Date {
  return useSyncExternalStore(subscribe, readNow)
}

const tickMilliseconds = 60_000

let now: Date | null = null
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function readNow(): Date {
  now ??= new Date()
  return now
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, tickMilliseconds)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    now = null
  }
}

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}
