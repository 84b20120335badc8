import { addressOfCheckout, loadCheckout } from './checkout-api.ts'
import { type Checkout, isRecord } from './wire.ts'

export interface CheckoutProgress {
  status?: Checkout['status']
  orderId?: string
  /** The seller’s webhook endpoints have accepted the purchase. */
  isAccepted?: true
}

const pollMilliseconds = 3_000

/** Reports the progress of a checkout until the returned function is called. */
export function watchCheckout(
  secret: string,
  onProgress: (progress: CheckoutProgress) => void,
): () => void {
  const stream = new EventSource(`${addressOfCheckout(secret)}/stream`)
  stream.addEventListener('message', ({ data }) => onProgress(readProgress(String(data))))
  // Polls while the stream is not open, because some proxies buffer streams.
  const asking = setInterval(() => {
    if (stream.readyState === EventSource.OPEN) return
    void loadCheckout(secret).then((loaded) => {
      // Polling can’t see deliveries, so the buyer doesn’t wait for them.
      if (typeof loaded === 'object') onProgress({ status: loaded.status, isAccepted: true })
      if (loaded === 'expired') onProgress({ status: 'expired' })
    })
  }, pollMilliseconds)
  return () => {
    clearInterval(asking)
    stream.close()
  }
}

function readProgress(text: string): CheckoutProgress {
  const said: unknown = JSON.parse(text)
  const payload = isRecord(said) && isRecord(said['payload']) ? said['payload'] : {}
  const { status, order_id: orderId } = payload
  const isAccepted = isRecord(said) && said['key'] === 'checkout.webhook_event_delivered'
  return {
    ...(isAccepted && { isAccepted }),
    ...(isStatus(status) && { status }),
    ...(typeof orderId === 'string' && { orderId }),
  }
}

const statuses: readonly unknown[] = ['open', 'expired', 'confirmed', 'succeeded', 'failed']

const isStatus = (value: unknown): value is Checkout['status'] => statuses.includes(value)
