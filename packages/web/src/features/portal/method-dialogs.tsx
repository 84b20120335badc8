import { deletePaymentMethod } from '@guildhall/contract/payments/methods'
import { methodName } from '#/entities/payment/method-text.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type PaymentMethod, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface PreferDialogProps {
  method: PaymentMethod
  /** What is charged to it immediately; null for nothing. */
  sum: string | null
  onConfirm: () => Promise<void>
  onClose: () => void
}

export function PreferDialog({ method, sum, onConfirm, onClose }: PreferDialogProps) {
  return (
    <ConfirmDialog
      open
      title={`Make ${methodName(method)} the default?`}
      effects={[
        ...(sum === null ? [] : [`${sum} overdue is charged to it now.`]),
        'Future payments are charged to it where no other card is named.',
      ]}
      confirm={sum === null ? 'Make default' : `Make default and pay ${sum}`}
      onOpenChange={onClose}
      onConfirm={onConfirm}
    />
  )
}

interface RemoveDialogProps {
  method: PaymentMethod
  onClose: () => void
}

export function RemoveDialog({ method, onClose }: RemoveDialogProps) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const name = methodName(method)
  const remove = async () => {
    await change(() => api.call(deletePaymentMethod, { params: { id: method.id } }))
    toast({ title: `${name} removed` })
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove ${name}?`}
      effects={['Future payments are charged to another saved card.']}
      confirm="Remove the card"
      onOpenChange={onClose}
      onConfirm={remove}
    />
  )
}
