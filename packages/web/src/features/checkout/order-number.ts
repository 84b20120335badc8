import { useEffect, useState } from 'react'
import { Refused, request, Unreachable } from '#/lib/request.ts'
import { camelCased, isRecord } from './wire.ts'

interface Bought {
  orderId: string | null
  /** The session of the buyer who has just paid. */
  token: string | undefined
}

const pauseMilliseconds = 1_000
const triesMax = 10

/**
 * The number of the order’s invoice, which comes within seconds of the payment. Undefined until
 * then; null if it can’t be known, such as without the session of the buyer who has just paid.
 */
export function useOrderNumber({ orderId, token }: Bought): string | null | undefined {
  const [number, setNumber] = useState<string | null>()
  useEffect(() => {
    if (orderId === null || token === undefined) return
    const leaving = new AbortController()
    const { signal } = leaving
    askForNumber({ orderId, token }, signal)
      .then((found) => {
        if (!signal.aborted) setNumber(found)
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        setNumber(null)
        if (!(error instanceof Refused || error instanceof Unreachable)) reportError(error)
      })
    return () => leaving.abort()
  }, [orderId, token])
  return orderId === null || token === undefined ? null : number
}

async function askForNumber(
  { orderId, token }: { orderId: string; token: string },
  signal: AbortSignal,
  tries = 1,
): Promise<string | null> {
  const read = camelCased(
    await request({
      path: `/v1/customer-portal/orders/${encodeURIComponent(orderId)}`,
      headers: { authorization: `Bearer ${token}` },
      signal,
    }),
  )
  const number = isRecord(read) ? read['invoiceNumber'] : null
  if (typeof number === 'string' && number !== '') return number
  if (tries >= triesMax) return null
  await pause(signal)
  return askForNumber({ orderId, token }, signal, tries + 1)
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMilliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
