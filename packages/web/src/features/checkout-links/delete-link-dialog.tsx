import { deleteCheckoutLink } from '@guildhall/contract/checkout/links'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import type { LinkDialogProps } from './link-dialogs.tsx'
import { linkName } from './link-text.ts'

export function DeleteLinkDialog({ link, onDone, onClose }: LinkDialogProps) {
  const change = useChange()
  const remove = async () => {
    await change(() => api.call(deleteCheckoutLink, { params: { id: link.id } }))
    onDone(`${linkName(link)} deleted`)
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${linkName(link)}?`}
      effects={[
        'Its URL stops working everywhere it is used.',
        'Checkouts already started from it can still be completed.',
        'This can’t be undone. A new link has a different URL.',
      ]}
      confirm="Delete link"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can delete checkout links.',
  ResourceNotFound: 'This link was already deleted.',
}
