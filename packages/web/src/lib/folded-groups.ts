import { useSyncExternalStore } from 'react'
import { keptText } from './kept-text.ts'

/** Which groups of the navigation are folded, by their name; the browser keeps it. */
type Folds = Readonly<Record<string, boolean>>

const stored = keptText('guildhall.folded-groups')

export function useFolds(): Folds {
  return useSyncExternalStore(subscribe, current)
}

export function setFolded(group: string, isFolded: boolean): void {
  if (current()[group] === isFolded) return
  stored.write(JSON.stringify({ ...current(), [group]: isFolded }))
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let known: { text: string | null; folds: Folds } = { text: null, folds: {} }

/** The same object as long as nothing changed. */
function current(): Folds {
  const text = stored.read()
  if (text !== known.text) known = { text, folds: parseFolds(text) }
  return known.folds
}

function parseFolds(text: string | null): Folds {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    )
  } catch {
    return {}
  }
}
