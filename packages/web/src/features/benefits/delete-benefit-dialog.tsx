import { deleteBenefit } from '@guildhall/contract/benefits/benefits'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Benefit, productsWithQuery } from './benefit-queries.ts'

export interface DeleteBenefitDialogProps {
  benefit: Benefit
  /** Leads away where the page is about it, before anything is asked anew. */
  onDeleted: () => void | Promise<void>
  onClose: () => void
}

export function DeleteBenefitDialog({ benefit, onDeleted, onClose }: DeleteBenefitDialogProps) {
  const { id: organizationId } = useOrganization()
  const { data: products } = useQuery(productsWithQuery(organizationId, benefit.id))
  const change = useChange()
  const remove = async () => {
    try {
      await change(async () => {
        await api.call(deleteBenefit, { params: { id: benefit.id } })
        await onDeleted()
      })
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${benefit.description}?`}
      effects={[
        whichProducts(products?.pagination.totalCount),
        'Whoever has it loses it.',
        'This can’t be taken back.',
      ]}
      confirm="Delete benefit"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

function whichProducts(count: number | undefined): string {
  if (count === 0) return 'No product comes with it.'
  if (count === 1) return 'The product that comes with it comes without it from then on.'
  const all = count === undefined ? 'All products' : `${count} products`
  return `${all} that come with it come without it from then on.`
}

const words: Words = {
  NotPermitted: 'This benefit can’t be deleted, or your role changed meanwhile.',
  ResourceNotFound: 'This benefit is no longer here. Somebody else was quicker.',
}
