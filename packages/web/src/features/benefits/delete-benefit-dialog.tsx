import { deleteBenefit } from '@guildhall/contract/benefits/benefits'
import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { formatCount } from '#/lib/format.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { type Benefit, deletionQuery, productsWithQuery } from './benefit-queries.ts'

export interface DeleteBenefitDialogProps {
  benefit: Benefit
  /** Navigates away from the benefit’s own page before queries are refetched. */
  onDeleted: () => void | Promise<void>
  onClose: () => void
}

export function DeleteBenefitDialog({ benefit, onDeleted, onClose }: DeleteBenefitDialogProps) {
  const { id: organizationId } = useOrganization()
  const { data: products } = useQuery(productsWithQuery(organizationId, benefit.id))
  const { data: reach } = useQuery(deletionQuery(organizationId, benefit.id))
  const change = useChange()
  const remove = async () => {
    await change(async () => {
      await api.call(deleteBenefit, { params: { id: benefit.id } })
      await onDeleted()
    })
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${benefit.description}?`}
      effects={[
        productEffect(products?.pagination.totalCount),
        holderEffect(reach?.losses[0]?.count ?? (reach && 0)),
        'This can’t be undone.',
      ]}
      confirm="Delete benefit"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

function holderEffect(count: number | undefined): string {
  if (count === undefined) return 'Customers who have this benefit lose it.'
  if (count === 0) return 'Nobody holds it.'
  if (count === 1) return 'One customer loses it.'
  return `${formatCount(count)} customers lose it.`
}

function productEffect(count: number | undefined): string {
  if (count === 0) return 'It is not attached to any product.'
  if (count === 1) return 'It is removed from one product.'
  const all = count === undefined ? 'all products' : `${count} products`
  return `It is removed from ${all}.`
}

const messages: Messages = {
  NotPermitted: 'This benefit can’t be deleted, or your role has changed.',
  ResourceNotFound: 'This benefit was already deleted.',
}
