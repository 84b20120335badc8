import { updateProduct } from '@guildhall/contract/catalog/products'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Product } from './product-queries.ts'

interface ArchiveDialogProps {
  product: Product
  onClose: () => void
}

/** Archives or unarchives a product. */
export function ArchiveDialog({ product, onClose }: ArchiveDialogProps) {
  const { id, name, isArchived } = product
  const change = useChange()
  const toast = useToast()
  const save = async () => {
    const body = { isArchived: !isArchived }
    await change(() => api.call(updateProduct, { params: { id }, body }))
    toast({ title: isArchived ? `${name} unarchived` : `${name} archived` })
  }
  return (
    <ConfirmDialog
      open
      title={`${isArchived ? 'Unarchive' : 'Archive'} ${name}?`}
      effects={isArchived ? effectsOfReturn : effectsOfArchiving}
      confirm={isArchived ? 'Unarchive' : 'Archive'}
      onConfirm={save}
      onOpenChange={onClose}
    />
  )
}

const effectsOfArchiving = [
  'Customers can no longer buy it, including through existing links.',
  'Existing subscriptions continue to renew and keep their benefits.',
  'You can unarchive it at any time.',
]

const effectsOfReturn = [
  'Customers can buy it again at its current prices.',
  'Existing customers are not affected.',
]
