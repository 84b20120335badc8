import { createContext, use, useSyncExternalStore } from 'react'

/** The current time of the displayed data, which a sandbox clock may replace. */
export const NowContext = createContext<Date | null>(null)

/** The current time of the displayed data. */
export function useNow(): Date {
  const real = useRealNow()
  return use(NowContext) ?? real
}

/** Real time, updated once a minute and shared by all components. */
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
