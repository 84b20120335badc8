import { acceptPortalSubscription } from '@guildhall/contract/portal/subscriptions'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type PortalSubscription, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface AcceptDialogProps {
  subscription: PortalSubscription
  /** The default card; null where a free subscription needs none. */
  card: string | null
  /** What is charged immediately; null for nothing. */
  sum: string | null
  onClose: () => void
}

export function AcceptDialog({ subscription, card, sum, onClose }: AcceptDialogProps) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const { id, product } = subscription
  const accept = async () => {
    await change(() => api.call(acceptPortalSubscription, { params: { id } }))
    toast({ title: `${product.name} accepted` })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={`Accept ${product.name}?`}
      effects={[
        ...(sum === null || card === null ? [] : [`${sum} overdue is charged to ${card} now.`]),
        ...(card === null ? [] : [`Future payments are charged to ${card}.`]),
        'The card that was entered at the checkout is removed.',
      ]}
      confirm={sum === null || card === null ? 'Accept' : `Accept and pay ${sum}`}
      onOpenChange={onClose}
      onConfirm={accept}
    />
  )
}
