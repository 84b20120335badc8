import type { AnswerOf } from '@guildhall/contract/endpoint'
import { beginMethodSetUp, confirmMethodSetUp } from '@guildhall/contract/payments/methods'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { tokenOf } from '../../lib/test-cards.ts'
import { BankDialog } from '../../ui/bank-dialog.tsx'
import { type Card, CardFields, cardFaults, noCard } from '../../ui/card-fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type MakeToken, StripeFields } from '../../ui/stripe-fields.tsx'
import { StripeQuestion } from '../../ui/stripe-question.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useRealNow } from '../../ui/use-now.ts'
import { customerQuery, type Shop, usePortalChange } from './portal-queries.ts'
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
  const billingDetails = useBillingDetails()
  const today = useRealNow()
  const { setUp, isBusy, begin, carryOn } = useSetUp({ onDone: onClose, onFailure: setFailure })
  const { publishableKey } = shop
  const submitTestCard = () => {
    const found = cardFaults(card, today)
    setFaults(found)
    const token = tokenOf(card.number)
    if (Object.keys(found).length === 0 && token !== null) void begin(token)
  }
  const submitRealCard = async () => {
    if (billingDetails === null) return setFailure(countryMissing)
    const made = (await makeToken.current?.(billingDetails)) ?? notReady
    if (typeof made === 'string') await begin(made)
    else setFailure(made.whole)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    if (publishableKey === null) submitTestCard()
    else void submitRealCard()
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

const countryMissing =
  'Save your country in the billing details first: the card’s bank asks for it.'

const notReady = { whole: 'The card form isn’t ready yet.' }

/** As Stripe wants it, which doesn’t ask for what we know; null while the country isn’t known. */
function useBillingDetails(): object | null {
  const { api } = usePortal()
  const { data } = useQuery(customerQuery(api))
  if (data?.billingAddress == null) return null
  const { name, email, billingAddress } = data
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

  async function follow(step: () => Promise<SetUp>) {
    setBusy(true)
    try {
      const seen = await change(step)
      setSetUp(seen)
      if (seen.status === 'succeeded') {
        toast({ title: 'The card is added' })
        onDone()
      }
      if (seen.status === 'failed') onFailure(seen.declineMessage ?? 'The card can’t be used.')
      if (seen.status === 'pending') onFailure(away)
    } catch (error) {
      setSetUp(null)
      onFailure(failureWords(error))
    } finally {
      setBusy(false)
    }
  }

  const begin = (confirmationTokenId: string) =>
    follow(() => {
      const body = { confirmationTokenId, setDefault: true, returnUrl: window.location.href }
      return api.call(beginMethodSetUp, { body })
    })
  const carryOn = ({ id }: SetUp) => follow(() => api.call(confirmMethodSetUp, { params: { id } }))
  return { setUp, isBusy, begin, carryOn }
}

const away = 'The payment provider doesn’t answer. Try again in a moment.'
