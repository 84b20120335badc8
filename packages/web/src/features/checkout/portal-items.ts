import { useEffect, useState } from 'react'
import { Refused, request, Unreachable } from '#/lib/request.ts'
import { camelCased, isRecord } from './wire.ts'

export interface PortalList {
  /** The session of the buyer who has just paid. */
  token: string
  /** The last part of its path: `benefit-grants`. */
  name: string
  /** A filter and its value, such as `checkout_id`. */
  by: readonly [name: string, value: string]
}

/** More than a purchase gives. */
const itemsMax = 100

/** A list of the portal in camelCase, with instants as text. */
export async function loadPortalItems(
  { token, name, by: [filter, value] }: PortalList,
  signal?: AbortSignal,
): Promise<unknown[]> {
  const read = camelCased(
    await request({
      path: `/v1/customer-portal/${name}/`,
      query: { [filter]: value, limit: itemsMax },
      headers: { authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    }),
  )
  return isRecord(read) && Array.isArray(read['items']) ? read['items'] : []
}

/**
 * The same once; empty while it loads, without a session, and where it can’t be loaded: the portal
 * shows it later.
 */
export function usePortalItems<T>(
  { token, name, by: [filter, value] }: Omit<PortalList, 'token'> & { token: string | undefined },
  isItem: (item: unknown) => item is T,
): readonly T[] {
  const [items, setItems] = useState<readonly unknown[]>([])
  useEffect(() => {
    if (token === undefined) return
    const leaving = new AbortController()
    loadPortalItems({ token, name, by: [filter, value] }, leaving.signal)
      .then((loaded) => {
        if (!leaving.signal.aborted) setItems(loaded)
      })
      .catch((error: unknown) => {
        const isExpected = error instanceof Refused || error instanceof Unreachable
        if (!leaving.signal.aborted && !isExpected) reportError(error)
      })
    return () => leaving.abort()
  }, [token, name, filter, value])
  return items.filter(isItem)
}
