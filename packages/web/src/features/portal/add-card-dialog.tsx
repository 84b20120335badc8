import type { ResponseOf } from '@guildhall/contract/operation'
import { beginMethodSetUp, confirmMethodSetUp } from '@guildhall/contract/payments/methods'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { BankDialog } from '#/entities/payment/bank-dialog.tsx'
import { type Card, CardFields, cardFaults, noCard } from '#/entities/payment/card-fields.tsx'
import { type CardToken, type MakeToken, StripeFields } from '#/entities/payment/stripe-fields.tsx'
import { StripeQuestion } from '#/entities/payment/stripe-question.tsx'
import { tokenOf } from '#/entities/payment/test-cards.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useRealNow } from '#/ui/use-now.ts'
import { useCardAddress } from './card-address.tsx'
import { ofNewCard, overdueSum } from './overdue-sum.ts'
import {
  customerQuery,
  overdueQuery,
  type PortalCustomer,
  type Shop,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

type SetUp = ResponseOf<typeof beginMethodSetUp>

interface AddCardDialogProps {
  shop: Shop
  onClose: () => void
}

/** Stores a card, and charges what is overdue to it; the bank may require authentication. */
export function AddCardDialog({ shop, onClose }: AddCardDialogProps) {
  const [card, setCard] = useState<Card>(noCard)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const makeToken = useRef<MakeToken | null>(null)
  const askBillingDetails = useBillingDetails()
  const address = useCardAddress(shop)
  const today = useRealNow()
  const { setUp, isBusy, begin, carryOn } = useSetUp({ onDone: onClose, onFailure: setFailure })
  const { publishableKey } = shop
  const overdue = useNewCharge()
  const submitTestCard = () => {
    const found = cardFaults(card, today)
    setFaults(found)
    const token = tokenOf(card.number)
    const isComplete = address.check() && Object.keys(found).length === 0
    if (!isComplete || token === null) return
    void begin(async () => {
      await address.save()
      return token
    })
  }
  const makeRealToken = async () => {
    await address.save()
    const billingDetails = await askBillingDetails()
    if (billingDetails === null) return countryMissing
    return (await makeToken.current?.(billingDetails)) ?? notReady
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    if (publishableKey === null) submitTestCard()
    else if (address.check()) void begin(makeRealToken)
  }
  if (setUp?.status === 'requires_action' && setUp.clientSecret !== null) {
    const asked = { intentSecret: setUp.clientSecret, onAnswered: () => void carryOn(setUp) }
    if (publishableKey !== null)
      return <StripeQuestion {...asked} publishableKey={publishableKey} />
    return (
      <BankDialog {...asked}>
        May {shop.organization.name} charge this card for future payments?
      </BankDialog>
    )
  }
  return (
    <FormDialog
      title="Add a card"
      description={`Used for future payments to ${shop.organization.name}. ${overdue.text}`}
      submit={overdue.sum === null ? 'Add the card' : `Add the card and pay ${overdue.sum}`}
      isBusy={isBusy || overdue.isUnknown}
      failure={failure ?? overdue.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {publishableKey === null ? (
        <CardFields card={card} faults={faults} onChange={setCard} />
      ) : (
        <StripeFields publishableKey={publishableKey} purpose={keeping} makeToken={makeToken} />
      )}
      {address.fields}
    </FormDialog>
  )
}

/** What is charged as soon as the card is added; it can’t be added before that is known. */
function useNewCharge() {
  const { api } = usePortal()
  const { data, error } = useQuery(overdueQuery(api))
  const sum = overdueSum(ofNewCard(data ?? []))
  const text = sum === null ? 'You are not charged now.' : `${sum} overdue is charged to it now.`
  const isUnknown = data === undefined
  return {
    sum,
    isUnknown,
    text: isUnknown ? '' : text,
    failure: error ? failureMessage(error) : undefined,
  }
}

/** The form itself charges nothing, so its currency is irrelevant. */
const keeping = { mode: 'setup', currency: 'usd' } as const

const countryMissing = {
  whole: 'Add your country in the billing details first. Your bank requires it.',
}

const notReady = { whole: 'The card form isn’t ready yet.' }

/** Fetched on demand, because the portal may not have loaded them yet. */
function useBillingDetails(): () => Promise<object | null> {
  const { api } = usePortal()
  const queries = useQueryClient()
  return async () => billingDetailsOf(await queries.fetchQuery(customerQuery(api)))
}

/** The details that Stripe’s form leaves to us; null until the country is known. */
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
  onFailure: (message: string) => void
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
      onFailure(failureMessage(error))
    } finally {
      setBusy(false)
    }
  }

  async function follow(step: () => Promise<SetUp>) {
    const seen = await change(step)
    setSetUp(seen)
    if (seen.status === 'succeeded') {
      toast({ title: 'Card added' })
      onDone()
    }
    if (seen.status === 'failed') onFailure(seen.declineMessage ?? 'The card can’t be used.')
    if (seen.status === 'pending') onFailure(away)
  }

  const begin = (make: () => Promise<CardToken>) =>
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

const away = 'The payment provider is not responding. Try again in a moment.'
