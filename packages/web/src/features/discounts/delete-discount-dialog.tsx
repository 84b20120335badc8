import { deleteDiscount } from '@guildhall/contract/catalog/discounts'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DiscountDialogProps } from './discount-dialogs.tsx'
import type { Discount } from './discount-queries.ts'

export function DeleteDiscountDialog({ discount, onDone, onClose }: DiscountDialogProps) {
  const change = useChange()
  const remove = async () => {
    try {
      await change(() => api.call(deleteDiscount, { params: { id: discount.id } }))
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    onDone(`${discount.name} is deleted`)
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${discount.name}?`}
      effects={[whatEnds(discount), whoKeeps(discount), 'This can’t be taken back.']}
      confirm="Delete discount"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

function whatEnds({ code }: Discount): string {
  return code === null
    ? 'Links with it give no discount any more.'
    : `Nobody can use ${code} any more, and the code is free for another discount.`
}

function whoKeeps({ redemptionsCount }: Discount): string {
  if (redemptionsCount === 0) return 'Nobody has used it so far.'
  const times = redemptionsCount === 1 ? 'once' : `${redemptionsCount.toLocaleString()} times`
  return `It was used ${times}. Whoever has it keeps it.`
}

const words: Words = {
  NotPermitted: 'Your role changed: only owners and admins delete discounts.',
  ResourceNotFound: 'This discount is no longer here. Somebody else was quicker.',
}
