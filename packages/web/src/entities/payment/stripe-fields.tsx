import { type RefObject, useEffect, useRef, useState } from 'react'
import { Banner } from '#/ui/banner.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { loadStripe, type StripeApi, type StripeElements } from './stripe.ts'

/** The error in the entered details. */
interface CardFailure {
  whole: string
}

export type CardToken = string | CardFailure

/** Creates a token from the card fields and the billing details. */
export type MakeToken = (billingDetails: object) => Promise<CardToken>

/** The amount to charge; a card that is only stored has none. */
type Purpose =
  | { mode: 'payment'; amount: number; currency: string }
  | { mode: 'setup'; currency: string }

interface StripeFieldsProps {
  publishableKey: string
  purpose: Purpose
  makeToken: RefObject<MakeToken | null>
  /** Whether Stripe’s form asks for the name and the country; by default this page does. */
  asksBillingDetails?: boolean
}

/** Stripe's fields in iframes, so card data never passes through this page. */
export function StripeFields({
  publishableKey,
  purpose,
  makeToken,
  asksBillingDetails = false,
}: StripeFieldsProps) {
  const place = useRef<HTMLDivElement>(null)
  const elements = useRef<StripeElements>(null)
  const now = useRef(purpose)
  useEffect(() => {
    now.current = purpose
  })
  const [state, setState] = useState<'loading' | 'ready' | 'broken'>('loading')
  useEffect(() => {
    const box = document.createElement('div')
    place.current?.append(box)
    loadStripe(publishableKey).then(
      (stripe) => {
        if (!box.isConnected) return
        const made = stripe.elements({ ...now.current, appearance: appearance() })
        const element = made.create('payment', asksBillingDetails ? {} : { fields: hiddenFields })
        element.on('ready', () => setState('ready'))
        element.on('loaderror', () => setState('broken'))
        element.mount(box)
        elements.current = made
        makeToken.current = (details) => tokenOf(stripe, made, asksBillingDetails ? null : details)
      },
      () => setState('broken'),
    )
    return () => {
      elements.current = null
      makeToken.current = null
      box.remove()
    }
  }, [publishableKey, makeToken, purpose.mode, asksBillingDetails])
  const amount = purpose.mode === 'payment' ? purpose.amount : null
  useEffect(() => {
    if (amount !== null) elements.current?.update({ amount })
  }, [amount])
  return (
    <div>
      {state === 'loading' && <Skeleton className="h-36" />}
      <div ref={place} className={state === 'ready' ? undefined : 'sr-only'} />
      {state === 'broken' && (
        <Banner tone="bad">
          The card form can’t be loaded. Allow scripts from js.stripe.com, then reload the page.
        </Banner>
      )}
    </div>
  )
}

/** Already requested by this page. */
const hiddenFields = { billingDetails: { name: 'never', email: 'never', address: 'never' } }

const appearance = () => ({
  theme: document.documentElement.dataset['theme'] === 'dark' ? 'night' : 'stripe',
  variables: { borderRadius: '6px', fontSizeBase: '14px', spacingUnit: '4px' },
})

async function tokenOf(
  stripe: StripeApi,
  elements: StripeElements,
  billing_details: object | null,
): Promise<CardToken> {
  const submitted = await elements.submit()
  if (submitted.error !== undefined) return said(submitted.error.message)
  const params = billing_details && { payment_method_data: { billing_details } }
  const { error, confirmationToken } = await stripe.createConfirmationToken({
    elements,
    ...(params && { params }),
  })
  return confirmationToken?.id ?? said(error?.message)
}

const said = (message: string | undefined): CardFailure => ({
  whole: message ?? 'The card can’t be used. Check what you entered, or try another one.',
})
