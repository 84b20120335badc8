import { useNavigate } from '@tanstack/react-router'
import CirclePause from 'lucide-react/icons/circle-pause'
import CirclePlay from 'lucide-react/icons/circle-play'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ComponentType, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useObjectActions } from '#/entities/organization/use-object-actions.tsx'
import { ActionButton, ActionItems } from '#/ui/action-controls.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu, MenuSeparator } from '#/ui/menu.tsx'
import type { PageAction } from '#/ui/page-actions.ts'
import {
  DeleteEndpointDialog,
  DisableDialog,
  EnableDialog,
  type EndpointDialogProps,
} from './endpoint-dialogs.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'

interface EndpointActionsProps {
  endpoint: WebhookEndpoint
}

type Asked = ComponentType<EndpointDialogProps>

/** The actions of an endpoint; none for read-only members. */
export function EndpointActions({ endpoint }: EndpointActionsProps) {
  const { slug, role } = useOrganization()
  const mayWrite = mayIn(role, 'developers', 'write')
  const [asked, setAsked] = useState<{ Dialog: Asked } | null>(null)
  const navigate = useNavigate()
  const link = {
    to: '/dashboard/$slug/settings/webhooks/$endpointId/edit',
    params: { slug, endpointId: endpoint.id },
  } as const
  // A navigation that fails shows the error page; there is nothing to wait for here.
  const edit = { ...editAction, run: () => void navigate(link) }
  const { enables, disables, removal } = actionsOn(endpoint, (Dialog) => setAsked({ Dialog }))
  const offered = mayWrite ? [edit, ...enables, ...disables, removal] : []
  useObjectActions({ type: 'endpoint', id: endpoint.id }, offered)
  if (!mayWrite) return null
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      <ActionButton variant={endpoint.enabled ? 'primary' : 'default'} action={edit} link={link} />
      {enables.map((action) => (
        <ActionButton key={action.label} variant="primary" action={action} />
      ))}
      <Menu trigger={more} align="end">
        <ActionItems actions={disables} />
        {disables.length > 0 && <MenuSeparator />}
        <ActionItems actions={[removal]} />
      </Menu>
      {asked && (
        <asked.Dialog
          endpoint={endpoint}
          onClose={() => setAsked(null)}
          leave={() => navigate({ to: '/dashboard/$slug/settings/webhooks', params: { slug } })}
        />
      )}
    </>
  )
}

const editAction = { label: 'Edit', icon: <Pencil aria-hidden="true" />, shortcut: 'e' }

function actionsOn({ enabled, health }: WebhookEndpoint, ask: (Dialog: Asked) => void) {
  const enable: PageAction = {
    label: 'Enable',
    asks: true,
    icon: <CirclePlay aria-hidden="true" />,
    run: () => ask(EnableDialog),
  }
  const disable: PageAction = {
    label: 'Disable',
    asks: true,
    icon: <CirclePause />,
    run: () => ask(DisableDialog),
  }
  const removal: PageAction = {
    label: 'Delete',
    asks: true,
    icon: <Trash2 />,
    destructive: true,
    run: () => ask(DeleteEndpointDialog),
  }
  return {
    enables: enabled ? [] : [enable],
    disables: health.state === 'disabled' ? [] : [disable],
    removal,
  }
}
