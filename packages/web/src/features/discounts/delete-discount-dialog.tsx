import { deleteDiscount } from '@guildhall/contract/catalog/discounts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { formatCount } from '#/lib/format.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import type { DiscountDialogProps } from './discount-dialogs.tsx'
import type { Discount } from './discount-queries.ts'

export function DeleteDiscountDialog({ discount, onDone, onClose }: DiscountDialogProps) {
  const change = useChange()
  const remove = async () => {
    await change(() => api.call(deleteDiscount, { params: { id: discount.id } }))
    onDone(`${discount.name} deleted`)
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${discount.name}?`}
      effects={[whatEnds(discount), redemptionEffect(discount), 'This can’t be undone.']}
      confirm="Delete discount"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

function whatEnds({ code }: Discount): string {
  return code === null
    ? 'Checkout links no longer apply it.'
    : `${code} can no longer be used and becomes available for another discount.`
}

function redemptionEffect({ redemptionsCount }: Discount): string {
  if (redemptionsCount === 0) return 'It has not been used yet.'
  const times = redemptionsCount === 1 ? 'once' : `${formatCount(redemptionsCount)} times`
  return `It was used ${times}. Customers who have it keep it.`
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can delete discounts.',
  ResourceNotFound: 'This discount was already deleted.',
}
