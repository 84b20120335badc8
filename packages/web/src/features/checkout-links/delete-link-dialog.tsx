import { deleteCheckoutLink } from '@guildhall/contract/checkout/links'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { LinkDialogProps } from './link-dialogs.tsx'
import { linkName } from './link-words.ts'

export function DeleteLinkDialog({ link, onDone, onClose }: LinkDialogProps) {
  const change = useChange()
  const remove = async () => {
    try {
      await change(() => api.call(deleteCheckoutLink, { params: { id: link.id } }))
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    onDone(`${linkName(link)} is deleted`)
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${linkName(link)}?`}
      effects={[
        'Its address leads nowhere any more, wherever it’s printed or linked.',
        'Checkouts that were begun by it go on.',
        'This can’t be taken back: another link has another address.',
      ]}
      confirm="Delete link"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const words: Words = {
  NotPermitted: 'Your role changed: only owners and admins delete checkout links.',
  ResourceNotFound: 'This link is no longer here. Somebody else was quicker.',
}
