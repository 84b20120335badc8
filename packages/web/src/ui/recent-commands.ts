const storageKey = 'guildhall.recent-commands'
const recentsMax = 5

/** Ids of recently run commands, newest first; empty if the browser stores nothing. */
export function readRecents(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function keepRecent(id: string): void {
  const recents = [id, ...readRecents().filter((known) => known !== id)].slice(0, recentsMax)
  try {
    localStorage.setItem(storageKey, JSON.stringify(recents))
  } catch {
    // A palette without memory still works.
  }
}
