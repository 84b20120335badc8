/** The parts of Stripe’s script that this page uses. */
interface StripeFailure {
  message?: string
}

export interface StripeElements {
  create: (kind: 'payment', options: object) => StripePaymentElement
  update: (options: object) => void
  submit: () => Promise<{ error?: StripeFailure }>
}

interface StripePaymentElement {
  mount: (place: HTMLElement) => void
  destroy: () => void
  on: (event: 'ready' | 'loaderror', then: () => void) => void
}

export interface StripeApi {
  elements: (options: object) => StripeElements
  createConfirmationToken: (options: object) => Promise<{
    error?: StripeFailure
    confirmationToken?: { id: string }
  }>
  handleNextAction: (options: { clientSecret: string }) => Promise<{ error?: StripeFailure }>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeApi
  }
}

const source = 'https://js.stripe.com/v3/'

/** Loads Stripe’s script, which only pages that accept payments have. */
export async function loadStripe(publishableKey: string): Promise<StripeApi> {
  if (window.Stripe === undefined) await load()
  if (window.Stripe === undefined) throw new Error('The Stripe script did not load.')
  return window.Stripe(publishableKey)
}

function load(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${source} can’t be loaded.`))
    })
    document.head.append(script)
  })
}
