import type { CustomerBenefitGrant } from '@guildhall/contract/portal/benefit-grants'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { Refused, request, Unreachable } from '#/lib/request.ts'
import { type Checkout, camelCased, isRecord } from './wire.ts'

/** The grant of the API in camelCase, with instants as text. */
export type Granted = z.input<typeof CustomerBenefitGrant>

/** More than a product has. */
const grantsMax = 100

/**
 * What the purchase gave. Empty while it loads, and without the session of the buyer who has just
 * paid: everybody else may only see what the product promises.
 */
export function useGranted({ id, customerSessionToken }: Checkout): readonly Granted[] {
  const [granted, setGranted] = useState<readonly Granted[]>([])
  useEffect(() => {
    if (customerSessionToken === undefined) return
    const leaving = new AbortController()
    void loadGranted(id, customerSessionToken, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setGranted(found)
    })
    return () => leaving.abort()
  }, [id, customerSessionToken])
  return granted
}

async function loadGranted(id: string, token: string, signal: AbortSignal): Promise<Granted[]> {
  try {
    const answer = await request({
      path: '/v1/customer-portal/benefit-grants/',
      query: { checkout_id: id, limit: grantsMax },
      headers: { authorization: `Bearer ${token}` },
      signal,
    })
    const read = camelCased(answer)
    return isRecord(read) && Array.isArray(read['items']) ? read['items'].filter(isGranted) : []
  } catch (error) {
    // The portal shows it later.
    if (signal.aborted || error instanceof Refused || error instanceof Unreachable) return []
    throw error
  }
}

/** A minimal check: the response is our own server’s, and this page ships no schemas. */
const isGranted = (value: unknown): value is Granted =>
  isRecord(value) && 'benefitId' in value && isRecord(value['benefit'])
