import type { AnswerOf } from '@guildhall/contract/endpoint'
import { beginMethodSetUp, confirmMethodSetUp } from '@guildhall/contract/payments/methods'
import { type FormEvent, useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { tokenOf } from '../../lib/test-cards.ts'
import { BankDialog } from '../../ui/bank-dialog.tsx'
import { type Card, CardFields, cardFaults, noCard } from '../../ui/card-fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useRealNow } from '../../ui/use-now.ts'
import { type Shop, usePortalChange } from './portal-queries.ts'
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
  const today = useRealNow()
  const { setUp, isBusy, begin, carryOn } = useSetUp({ onDone: onClose, onFailure: setFailure })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = cardFaults(card, today)
    setFaults(found)
    setFailure(null)
    const token = tokenOf(card.number)
    if (Object.keys(found).length === 0 && token !== null) void begin(token)
  }
  if (setUp?.status === 'requires_action' && setUp.clientSecret !== null) {
    return (
      <BankDialog intentSecret={setUp.clientSecret} onAnswered={() => void carryOn(setUp)}>
        May {shop.organization.name} charge this card from now on?
      </BankDialog>
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
      <CardFields card={card} faults={faults} onChange={setCard} />
    </FormDialog>
  )
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
