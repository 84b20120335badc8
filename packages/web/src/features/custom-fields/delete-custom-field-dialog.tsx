import { deleteCustomField } from '@guildhall/contract/catalog/custom-fields'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { CustomField } from './custom-field-queries.ts'

interface DeleteCustomFieldDialogProps {
  customField: CustomField
  onDeleted: () => void
  onClose: () => void
}

export function DeleteCustomFieldDialog(props: DeleteCustomFieldDialogProps) {
  const { customField, onDeleted, onClose } = props
  const { id, name, slug } = customField
  const change = useChange()
  const remove = async () => {
    try {
      await change(() => api.call(deleteCustomField, { params: { id } }))
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    onDeleted()
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${name}?`}
      effects={[
        'No product asks for it any more.',
        'What buyers have answered stays with their orders.',
        `The slug ${slug} is free for another field.`,
        'This can’t be taken back.',
      ]}
      confirm="Delete field"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const words: Words = {
  NotPermitted: 'Your role changed: only owners and admins delete custom fields.',
  ResourceNotFound: 'This field is no longer here. Somebody else was quicker.',
}
