import type { AnswerOf } from '@guildhall/contract/endpoint'
import { beginMethodSetUp, confirmMethodSetUp } from '@guildhall/contract/payments/methods'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { tokenOf } from '../../lib/test-cards.ts'
import { BankDialog } from '../../ui/bank-dialog.tsx'
import { type Card, CardFields, cardFaults, noCard } from '../../ui/card-fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type MadeToken, type MakeToken, StripeFields } from '../../ui/stripe-fields.tsx'
import { StripeQuestion } from '../../ui/stripe-question.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useRealNow } from '../../ui/use-now.ts'
import { customerQuery, type PortalCustomer, type Shop, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

type SetUp = AnswerOf<typeof beginMethodSetUp>

interface AddCardDialogProps {
  shop: Shop
  onClose: () => void
}

/** Keeps a card for what comes, without charging it; the bank is asked where it wants to be. */
export function AddCardDialog({ shop, onClose }: AddCardDialogProps) {
  const [card, setCard] = useState<Card>(noCard)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const makeToken = useRef<MakeToken | null>(null)
  const askBillingDetails = useBillingDetails()
  const today = useRealNow()
  const { setUp, isBusy, begin, carryOn } = useSetUp({ onDone: onClose, onFailure: setFailure })
  const { publishableKey } = shop
  const submitTestCard = () => {
    const found = cardFaults(card, today)
    setFaults(found)
    const token = tokenOf(card.number)
    if (Object.keys(found).length === 0 && token !== null) void begin(() => Promise.resolve(token))
  }
  const makeRealToken = async () => {
    const billingDetails = await askBillingDetails()
    if (billingDetails === null) return countryMissing
    return (await makeToken.current?.(billingDetails)) ?? notReady
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    if (publishableKey === null) submitTestCard()
    else void begin(makeRealToken)
  }
  if (setUp?.status === 'requires_action' && setUp.clientSecret !== null) {
    const asked = { intentSecret: setUp.clientSecret, onAnswered: () => void carryOn(setUp) }
    if (publishableKey !== null)
      return <StripeQuestion {...asked} publishableKey={publishableKey} />
    return (
      <BankDialog {...asked}>May {shop.organization.name} charge this card from now on?</BankDialog>
    )
  }
  return (
    <FormDialog
      title="Add a card"
      description={`What you pay ${shop.organization.name} is charged to it from now on. Nothing is charged now.`}
      submit="Add the card"
      isBusy={isBusy}
      failure={failure ?? undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {publishableKey === null ? (
        <CardFields card={card} faults={faults} onChange={setCard} />
      ) : (
        <StripeFields publishableKey={publishableKey} purpose={keeping} makeToken={makeToken} />
      )}
    </FormDialog>
  )
}

/** Nothing is charged, so that the currency says nothing. */
const keeping = { mode: 'setup', currency: 'usd' } as const

const countryMissing = {
  whole: 'Save your country in the billing details first: the card’s bank asks for it.',
}

const notReady = { whole: 'The card form isn’t ready yet.' }

/** Asks for them when they are needed, since the portal may not have heard of them yet. */
function useBillingDetails(): () => Promise<object | null> {
  const { api } = usePortal()
  const queries = useQueryClient()
  return async () => billingDetailsOf(await queries.fetchQuery(customerQuery(api)))
}

/** As Stripe wants it, which doesn’t ask for what we know; null while the country isn’t known. */
function billingDetailsOf({ name, email, billingAddress }: PortalCustomer): object | null {
  if (billingAddress === null) return null
  const { country, line1, line2, city, postalCode, state } = billingAddress
  return {
    name: name ?? '',
    email,
    phone: '',
    address: {
      country,
      line1: line1 ?? '',
      line2: line2 ?? '',
      city: city ?? '',
      postal_code: postalCode ?? '',
      state: state ?? '',
    },
  }
}

interface Ends {
  onDone: () => void
  onFailure: (words: string) => void
}

function useSetUp({ onDone, onFailure }: Ends) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const [setUp, setSetUp] = useState<SetUp | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setSetUp(null)
      onFailure(failureWords(error))
    } finally {
      setBusy(false)
    }
  }

  async function follow(step: () => Promise<SetUp>) {
    const seen = await change(step)
    setSetUp(seen)
    if (seen.status === 'succeeded') {
      toast({ title: 'The card is added' })
      onDone()
    }
    if (seen.status === 'failed') onFailure(seen.declineMessage ?? 'The card can’t be used.')
    if (seen.status === 'pending') onFailure(away)
  }

  const begin = (make: () => Promise<MadeToken>) =>
    attempt(async () => {
      const made = await make()
      if (typeof made !== 'string') return onFailure(made.whole)
      const returnUrl = window.location.href
      const body = { confirmationTokenId: made, setDefault: true, returnUrl }
      await follow(() => api.call(beginMethodSetUp, { body }))
    })
  const carryOn = ({ id }: SetUp) =>
    attempt(() => follow(() => api.call(confirmMethodSetUp, { params: { id } })))
  return { setUp, isBusy, begin, carryOn }
}

const away = 'The payment provider doesn’t answer. Try again in a moment.'
