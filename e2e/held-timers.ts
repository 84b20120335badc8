declare global {
  interface Window {
    /** Calls what the held timers that weren’t cleared would have called. */
    endTimers?: () => void
  }
}

/** In the page: holds the timers of one duration from now on. */
export function holdTimers(milliseconds: number): void {
  const original = { set: window.setTimeout, clear: window.clearTimeout }
  const held = new Map<number, () => void>()
  let last = 0
  const set = (act: () => void, duration?: number) => {
    if (duration !== milliseconds) return original.set.call(window, act, duration)
    held.set(--last, act)
    return last
  }
  const clear = (timer?: number) => {
    if (timer === undefined || !held.delete(timer)) original.clear.call(window, timer)
  }
  Object.assign(window, { setTimeout: set, clearTimeout: clear })
  window.endTimers = () => {
    Object.assign(window, { setTimeout: original.set, clearTimeout: original.clear })
    for (const act of held.values()) act()
  }
}

/** In the page: the click is handled, but what it leads to isn’t rendered yet. */
export async function clickAsTimersEnd(element: HTMLElement | SVGElement): Promise<void> {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  for (let step = 0; step < 10; step++) await Promise.resolve()
  window.endTimers?.()
}
