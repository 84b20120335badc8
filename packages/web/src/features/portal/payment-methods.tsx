import { deletePaymentMethod, makeMethodDefault } from '@guildhall/contract/payments/methods'
import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useState } from 'react'
import { expiryText, methodName } from '#/entities/payment/method-text.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { RowMenu } from '#/ui/row-menu.tsx'
import { useToast } from '#/ui/toast.tsx'
import { AddCardDialog } from './add-card-dialog.tsx'
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
      action={<MethodMenu method={method} />}
    >
      {expiry !== null && <span>{expiry}</span>}
    </Entry>
  )
}

function MethodMenu({ method }: { method: PaymentMethod }) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const [isRemoving, setRemoving] = useState(false)
  const [isPreferring, setPreferring] = useState(false)
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
    if (overdue === undefined || sum !== null) return setPreferring(true)
    makeDefault().catch((error: unknown) => toast({ title: failureMessage(error), tone: 'bad' }))
  }
  const remove = async () => {
    await change(() => api.call(deletePaymentMethod, { params }))
    toast({ title: `${name} removed` })
  }
  return (
    <>
      <RowMenu of={name}>
        {!method.default && <MenuItem onSelect={prefer}>Make default</MenuItem>}
        <MenuItem destructive onSelect={() => setRemoving(true)}>
          Remove
        </MenuItem>
      </RowMenu>
      <ConfirmDialog
        title={`Make ${name} the default?`}
        effects={[
          ...(sum === null ? [] : [`${sum} overdue is charged to it now.`]),
          'Future payments are charged to it where no other card is named.',
        ]}
        confirm={sum === null ? 'Make default' : `Make default and pay ${sum}`}
        open={isPreferring}
        onOpenChange={setPreferring}
        onConfirm={makeDefault}
      />
      <ConfirmDialog
        destructive
        title={`Remove ${name}?`}
        effects={['Future payments are charged to another saved card.']}
        confirm="Remove the card"
        open={isRemoving}
        onOpenChange={setRemoving}
        onConfirm={remove}
      />
    </>
  )
}
