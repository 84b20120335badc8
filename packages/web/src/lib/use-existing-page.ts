import { useEffect, useEffectEvent } from 'react'

interface Place {
  /** From 1. */
  page: number
  limit: number
  /** Undefined as long as nobody knows. */
  total: number | undefined
}

/** An address of a page that no longer exists leads to the last one. */
export function useExistingPage({ page, limit, total }: Place, go: (page: number) => void): void {
  const goLatest = useEffectEvent(go)
  const last = Math.max(1, Math.ceil((total ?? 0) / limit))
  const isBeyond = total !== undefined && page > last
  useEffect(() => {
    if (isBeyond) goLatest(last)
  }, [isBeyond, last])
}
