import { useEffect, useEffectEvent } from 'react'

interface Place {
  /** Counted from 1. */
  page: number
  limit: number
  /** Undefined while loading. */
  total: number | undefined
}

/** Redirects from a page that no longer exists to the last one. */
export function useExistingPage({ page, limit, total }: Place, go: (page: number) => void): void {
  const goLatest = useEffectEvent(go)
  const last = Math.max(1, Math.ceil((total ?? 0) / limit))
  const isBeyond = total !== undefined && page > last
  useEffect(() => {
    if (isBeyond) goLatest(last)
  }, [isBeyond, last])
}
