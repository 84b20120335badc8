import { makeMethodDefault } from '@guildhall/contract/payments/methods'
import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useState } from 'react'
import { expiryText, methodName } from '#/entities/payment/method-text.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { rescueFocus } from '#/lib/focus-title.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { useToast } from '#/ui/toast.tsx'
import { AddCardDialog, PreferDialog, RemoveDialog } from './dialogs.ts'
import { ofNewCard, overdueSum } from './overdue-sum.ts'
import {
  methodsQuery,
  overdueQuery,
  type PaymentMethod,
  type Shop,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** The stored cards. */
export function PaymentMethods({ shop }: { shop: Shop }) {
  const { api } = usePortal()
  const { data, error } = useQuery(methodsQuery(api))
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      flush
      title="Payment methods"
      actions={
        <Button size="s" onClick={() => setAdding(true)}>
          Add a card
        </Button>
      }
    >
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No saved cards."
      >
        {data?.map((method) => (
          <MethodEntry key={method.id} method={method} />
        ))}
      </Entries>
      {isAdding && <AddCardDialog shop={shop} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function MethodEntry({ method }: { method: PaymentMethod }) {
  const expiry = expiryText(method)
  return (
    <Entry
      icon={<CreditCard />}
      title={methodName(method)}
      badge={method.default && <Badge>default</Badge>}
      action={<MethodActions method={method} />}
    >
      {expiry !== null && <span>{expiry}</span>}
    </Entry>
  )
}

function MethodActions({ method }: { method: PaymentMethod }) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const [dialog, setDialog] = useState<'prefer' | 'remove' | null>(null)
  useKeptFocus(dialog !== null)
  const { data: overdue } = useQuery(overdueQuery(api))
  const sum = overdueSum(ofNewCard(overdue ?? []))
  const params = { id: method.id }
  const name = methodName(method)
  const makeDefault = async () => {
    await change(() => api.call(makeMethodDefault, { params }))
    toast({ title: `${name} is now the default` })
  }
  // Only what costs something now is asked first.
  const prefer = () => {
    if (overdue === undefined || sum !== null) return setDialog('prefer')
    // Its button is gone.
    makeDefault().then(rescueFocus, (error: unknown) =>
      toast({ title: failureMessage(error), tone: 'bad' }),
    )
  }
  const onClose = () => setDialog(null)
  return (
    <span className="flex shrink-0 flex-wrap justify-end gap-2 max-sm:flex-col">
      {!method.default && (
        <Button size="s" aria-label={`Make ${name} the default`} onClick={prefer}>
          Make default
        </Button>
      )}
      <Button size="s" aria-label={`Remove ${name}`} onClick={() => setDialog('remove')}>
        Remove
      </Button>
      {dialog === 'prefer' && (
        <PreferDialog {...{ method, sum, onClose }} onConfirm={makeDefault} />
      )}
      {dialog === 'remove' && <RemoveDialog {...{ method, onClose }} />}
    </span>
  )
}
