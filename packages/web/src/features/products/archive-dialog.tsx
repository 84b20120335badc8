import { updateProduct } from '@guildhall/contract/catalog/products'
import { api } from '../../lib/api.ts'
import { failureWords } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Product } from './product-queries.ts'

interface ArchiveDialogProps {
  product: Product
  onClose: () => void
}

/** Takes a product off the shelf, or puts it back. */
export function ArchiveDialog({ product, onClose }: ArchiveDialogProps) {
  const { id, name, isArchived } = product
  const change = useChange()
  const toast = useToast()
  const save = async () => {
    try {
      const body = { isArchived: !isArchived }
      await change(() => api.call(updateProduct, { params: { id }, body }))
    } catch (error) {
      throw new Error(failureWords(error), { cause: error })
    }
    toast({ title: isArchived ? `${name} is for sale again` : `${name} is archived` })
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
  'Nobody can buy it any more, also by links that are out already.',
  'Those who subscribed stay subscribed, pay as before and keep their benefits.',
  'You can unarchive it at any time.',
]

const effectsOfReturn = [
  'Everybody can buy it again, at its current prices.',
  'Nothing changes for those who have it already.',
]
