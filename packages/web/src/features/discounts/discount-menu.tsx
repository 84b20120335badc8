import Copy from 'lucide-react/icons/copy'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Hash from 'lucide-react/icons/hash'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ComponentType } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import { DeleteDiscountDialog } from './delete-discount-dialog.tsx'
import {
  type DiscountDialogProps,
  DuplicateDiscountDialog,
  EditDiscountDialog,
} from './discount-dialogs.tsx'
import type { Discount } from './discount-queries.ts'

export interface DiscountMenuProps {
  discount: Discount
  onAsk: (Dialog: ComponentType<DiscountDialogProps>) => void
}

/** The actions on a discount. */
export function DiscountMenu({ discount, onAsk }: DiscountMenuProps) {
  const { role } = useOrganization()
  const copy = useCopy()
  const mayWrite = mayIn(role, 'catalog', 'write')
  const { id, name, code } = discount
  return (
    <RowMenu of={name} walked={!mayWrite}>
      {mayWrite && (
        <>
          <RowAction icon={<Pencil />} onSelect={() => onAsk(EditDiscountDialog)}>
            Edit…
          </RowAction>
          <RowAction icon={<CopyPlus />} onSelect={() => onAsk(DuplicateDiscountDialog)}>
            Duplicate…
          </RowAction>
        </>
      )}
      {code !== null && (
        <RowAction icon={<Copy />} onSelect={() => void copy(code, 'Code')}>
          Copy code
        </RowAction>
      )}
      <RowAction icon={<Hash />} onSelect={() => void copy(id, 'ID')}>
        Copy ID
      </RowAction>
      {mayWrite && (
        <>
          <MenuSeparator />
          <RowAction icon={<Trash2 />} destructive onSelect={() => onAsk(DeleteDiscountDialog)}>
            Delete…
          </RowAction>
        </>
      )}
    </RowMenu>
  )
}
