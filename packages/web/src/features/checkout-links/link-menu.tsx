import { deleteCheckoutLink } from '@guildhall/contract/checkout/links'
import Copy from 'lucide-react/icons/copy'
import Hash from 'lucide-react/icons/hash'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ComponentType } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import { EditLinkDialog, type LinkDialogProps } from './link-dialogs.tsx'
import type { CheckoutLink } from './link-queries.ts'
import { linkName } from './link-text.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

export interface LinkMenuProps {
  link: CheckoutLink
  onAsk: (Dialog: ComponentType<LinkDialogProps>) => void
}

/** The actions on a link. */
export function LinkMenu({ link, onAsk }: LinkMenuProps) {
  const { role } = useOrganization()
  const copy = useCopy()
  const mayWrite = mayIn(role, 'catalog', 'write')
  return (
    <RowMenu of={linkName(link)}>
      <RowAction icon={<Copy />} onSelect={() => void copy(link.url, 'URL')}>
        Copy URL
      </RowAction>
      <RowAction icon={<Share2 />} onSelect={() => onAsk(ShareLinkDialog)}>
        Share…
      </RowAction>
      {mayWrite && (
        <RowAction icon={<Pencil />} onSelect={() => onAsk(EditLinkDialog)}>
          Edit…
        </RowAction>
      )}
      <RowAction icon={<Hash />} onSelect={() => void copy(link.id, 'ID')}>
        Copy ID
      </RowAction>
      {mayWrite && (
        <>
          <MenuSeparator />
          <RowAction icon={<Trash2 />} destructive onSelect={() => onAsk(DeleteLinkDialog)}>
            Delete…
          </RowAction>
        </>
      )}
    </RowMenu>
  )
}

function DeleteLinkDialog({ link, onDone, onClose }: LinkDialogProps) {
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
