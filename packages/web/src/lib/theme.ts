import { keptText } from './kept-text.ts'

/**
 * The light, dark or system theme. `theme-before-paint.js` does the first half of this before the
 * first paint; both read the same key.
 */
export type Theme = 'light' | 'dark' | 'system'

const storageKey = 'guildhall.theme'
const stored = keptText(storageKey)
const darkQuery = '(prefers-color-scheme: dark)'

export function readTheme(): Theme {
  const kept = stored.read()
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function setTheme(theme: Theme): void {
  stored.write(theme === 'system' ? null : theme)
  refresh()
}

/** Follows the system and other tabs until the returned function is called. */
export function followTheme(): () => void {
  const system = matchMedia(darkQuery)
  const refreshFromStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) refresh()
  }
  refresh()
  system.addEventListener('change', refresh)
  addEventListener('storage', refreshFromStorage)
  return () => {
    system.removeEventListener('change', refresh)
    removeEventListener('storage', refreshFromStorage)
  }
}

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const listeners = new Set<() => void>()

function refresh(): void {
  const theme = readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia(darkQuery).matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}
