import type { EventName } from './usage-queries.ts'

type Named = Pick<EventName, 'name' | 'occurrences' | 'lastSeen'>

/** The server counts a name once per source. */
export function mergedByName(names: readonly Named[]): Named[] {
  const merged = new Map<string, Named>()
  for (const { name, occurrences, lastSeen } of names) {
    const known = merged.get(name)
    merged.set(name, {
      name,
      occurrences: occurrences + (known?.occurrences ?? 0),
      lastSeen: known && known.lastSeen > lastSeen ? known.lastSeen : lastSeen,
    })
  }
  return [...merged.values()]
}
