import { type RefObject, useEffect, useRef, useState } from 'react'
import { loadStripe, type StripeApi, type StripeElements } from '../../lib/stripe.ts'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Faults } from './asked.ts'
import { billingDetailsOf, type Draft } from './draft.ts'
import type { Checkout } from './wire.ts'

/** Turns what stands in the card’s fields into a token; or says what is wrong with them. */
export type MakeToken = (draft: Draft) => Promise<string | Faults>

interface StripeFieldsProps {
  publishableKey: string
  checkout: Checkout
  makeToken: RefObject<MakeToken | null>
}

/** Stripe’s own fields, in frames of theirs: what is typed there never passes through this page. */
export function StripeFields({ publishableKey, checkout, makeToken }: StripeFieldsProps) {
  const place = useRef<HTMLDivElement>(null)
  const elements = useRef<StripeElements>(null)
  const first = useRef(checkout)
  const [state, setState] = useState<'loading' | 'ready' | 'broken'>('loading')
  useEffect(() => {
    const box = document.createElement('div')
    place.current?.append(box)
    loadStripe(publishableKey).then(
      (stripe) => {
        if (!box.isConnected) return
        const made = stripe.elements({ ...sumOf(first.current), appearance: appearance() })
        const element = made.create('payment', { fields: hiddenFields })
        element.on('ready', () => setState('ready'))
        element.on('loaderror', () => setState('broken'))
        element.mount(box)
        elements.current = made
        makeToken.current = (draft) => tokenOf(stripe, made, draft)
      },
      () => setState('broken'),
    )
    return () => {
      elements.current = null
      makeToken.current = null
      box.remove()
    }
  }, [publishableKey, makeToken])
  const { totalAmount } = checkout
  useEffect(() => {
    if (totalAmount > 0) elements.current?.update({ amount: totalAmount })
  }, [totalAmount])
  return (
    <div>
      {state === 'loading' && <Skeleton className="h-36" />}
      <div ref={place} className={state === 'ready' ? undefined : 'sr-only'} />
      {state === 'broken' && (
        <Banner tone="bad">
          The card form can’t be loaded. Allow scripts of js.stripe.com, then reload the page.
        </Banner>
      )}
    </div>
  )
}

/** Asked by this page already. */
const hiddenFields = { billingDetails: { name: 'never', email: 'never', address: 'never' } }

const sumOf = ({ totalAmount, currency }: Checkout) =>
  totalAmount > 0 ? { mode: 'payment', amount: totalAmount, currency } : { mode: 'setup', currency }

const appearance = () => ({
  theme: document.documentElement.dataset['theme'] === 'dark' ? 'night' : 'stripe',
  variables: { borderRadius: '6px', fontSizeBase: '14px', spacingUnit: '4px' },
})

async function tokenOf(
  stripe: StripeApi,
  elements: StripeElements,
  draft: Draft,
): Promise<string | Faults> {
  const submitted = await elements.submit()
  if (submitted.error !== undefined) return said(submitted.error.message)
  const params = { payment_method_data: { billing_details: billingDetailsOf(draft) } }
  const { error, confirmationToken } = await stripe.createConfirmationToken({ elements, params })
  return confirmationToken?.id ?? said(error?.message)
}

const said = (message: string | undefined): Faults => ({
  whole: message ?? 'The card can’t be used. Check what you entered, or try another one.',
})
