import { addressOfCheckout, loadCheckout } from './checkout-api.ts'
import { type Checkout, isRecord } from './wire.ts'

export interface CheckoutNews {
  status?: Checkout['status']
  orderId?: string
  /** The seller’s own server has heard of what was bought. */
  isTaken?: true
}

const askAgainMilliseconds = 3_000

/** Hears what becomes of a checkout, until the returned function is called. */
export function hearOf(secret: string, tell: (news: CheckoutNews) => void): () => void {
  const stream = new EventSource(`${addressOfCheckout(secret)}/stream`)
  stream.addEventListener('message', ({ data }) => tell(readNews(String(data))))
  // Where something between us keeps streams back, the page asks.
  const asking = setInterval(() => {
    if (stream.readyState === EventSource.OPEN) return
    void loadCheckout(secret).then((loaded) => {
      // It can’t say what the seller has heard of, so nobody waits for that.
      if (typeof loaded === 'object') tell({ status: loaded.status, isTaken: true })
      if (loaded === 'expired') tell({ status: 'expired' })
    })
  }, askAgainMilliseconds)
  return () => {
    clearInterval(asking)
    stream.close()
  }
}

function readNews(text: string): CheckoutNews {
  const said: unknown = JSON.parse(text)
  const payload = isRecord(said) && isRecord(said['payload']) ? said['payload'] : {}
  const { status, order_id: orderId } = payload
  const isTaken = isRecord(said) && said['key'] === 'checkout.webhook_event_delivered'
  return {
    ...(isTaken && { isTaken }),
    ...(isStatus(status) && { status }),
    ...(typeof orderId === 'string' && { orderId }),
  }
}

const statuses: readonly unknown[] = ['open', 'expired', 'confirmed', 'succeeded', 'failed']

const isStatus = (value: unknown): value is Checkout['status'] => statuses.includes(value)
