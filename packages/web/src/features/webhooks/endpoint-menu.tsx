import CirclePause from 'lucide-react/icons/circle-pause'
import CirclePlay from 'lucide-react/icons/circle-play'
import Hash from 'lucide-react/icons/hash'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ComponentType } from 'react'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import {
  DeleteEndpointDialog,
  DisableDialog,
  EnableDialog,
  type EndpointDialogProps,
} from './endpoint-dialogs.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointName } from './endpoint-text.ts'

export interface EndpointMenuProps {
  endpoint: WebhookEndpoint
  /** Undefined for read-only members. */
  onEdit?: () => void
  onAsk?: (Dialog: ComponentType<EndpointDialogProps>) => void
}

/** The actions on an endpoint. */
export function EndpointMenu({ endpoint, onEdit, onAsk }: EndpointMenuProps) {
  const copy = useCopy()
  const { enabled, health } = endpoint
  return (
    <RowMenu of={endpointName(endpoint)}>
      <RowAction icon={<Link2 />} onSelect={() => void copy(endpoint.url, 'URL')}>
        Copy URL
      </RowAction>
      <RowAction icon={<Hash />} onSelect={() => void copy(endpoint.id, 'ID')}>
        Copy ID
      </RowAction>
      {onEdit && (
        <RowAction icon={<Pencil />} onSelect={onEdit}>
          Edit…
        </RowAction>
      )}
      {onAsk && (
        <>
          {!enabled && (
            <RowAction icon={<CirclePlay />} onSelect={() => onAsk(EnableDialog)}>
              Enable…
            </RowAction>
          )}
          {health.state !== 'disabled' && (
            <RowAction icon={<CirclePause />} onSelect={() => onAsk(DisableDialog)}>
              Disable…
            </RowAction>
          )}
          <MenuSeparator />
          <RowAction icon={<Trash2 />} destructive onSelect={() => onAsk(DeleteEndpointDialog)}>
            Delete…
          </RowAction>
        </>
      )}
    </RowMenu>
  )
}
