import Ban from 'lucide-react/icons/ban'
import Pencil from 'lucide-react/icons/pencil'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import type { AccessToken } from './access-token-queries.ts'

export interface AccessTokenMenuProps {
  token: AccessToken
  /** Undefined for read-only members. */
  onChange?: () => void
  onRevoke?: () => void
}

export function AccessTokenMenu({ token, onChange, onRevoke }: AccessTokenMenuProps) {
  if (!onChange || !onRevoke) return null
  return (
    <RowMenu of={token.comment}>
      <RowAction icon={<Pencil />} onSelect={onChange}>
        Change…
      </RowAction>
      <MenuSeparator />
      <RowAction icon={<Ban />} destructive onSelect={onRevoke}>
        Revoke…
      </RowAction>
    </RowMenu>
  )
}
