import { deleteCustomField } from '@guildhall/contract/catalog/custom-fields'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
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
    await change(() => api.call(deleteCustomField, { params: { id } }))
    onDeleted()
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${name}?`}
      effects={[
        'It is removed from the checkout of all products.',
        'Existing answers are kept with their orders.',
        `The slug ${slug} can be used for another field.`,
        'This can’t be undone.',
      ]}
      confirm="Delete field"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can delete custom fields.',
  ResourceNotFound: 'This field was already deleted.',
}
