import { useState } from 'react'
import { type HeldRows, heldBack } from './held-rows.ts'

interface Listed<T> {
  /** Undefined while loading. */
  latest: readonly T[] | undefined
  /** Identifies the list: another list starts without held rows. */
  of: string
  isReading: boolean
}

interface Kept<T extends { id: string }> extends Listed<T>, HeldRows<T> {}

/** The visible rows, and a way to show the newer ones. */
export function useHeldRows<T extends { id: string }>(listed: Listed<T>) {
  const { latest, of, isReading } = listed
  const [kept, setKept] = useState<Kept<T> | null>(null)
  const isKept = kept?.latest === latest && kept?.of === of && kept.isReading === isReading
  if (!isKept && latest !== undefined) {
    const held = isReading && kept?.of === of ? kept.rows : []
    setKept({ latest, of, isReading, ...heldBack(held, latest) })
  }
  return {
    rows: kept?.rows,
    newer: kept?.newer ?? 0,
    release: () => latest && setKept({ latest, of, isReading, rows: latest, newer: 0 }),
  }
}
