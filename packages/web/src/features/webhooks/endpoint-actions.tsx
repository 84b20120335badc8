import { Link, useNavigate } from '@tanstack/react-router'
import CirclePause from 'lucide-react/icons/circle-pause'
import CirclePlay from 'lucide-react/icons/circle-play'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ComponentType, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#/ui/menu.tsx'
import { useShortcut } from '#/ui/use-shortcut.ts'
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

/** The actions of an endpoint; none for read-only members. */
export function EndpointActions(props: EndpointActionsProps) {
  const { role } = useOrganization()
  return mayIn(role, 'developers', 'write') ? <Actions {...props} /> : null
}

type Asked = ComponentType<EndpointDialogProps>

function Actions({ endpoint }: EndpointActionsProps) {
  const { slug } = useOrganization()
  const [asked, setAsked] = useState<{ Dialog: Asked } | null>(null)
  const navigate = useNavigate()
  const ask = (Dialog: Asked) => setAsked({ Dialog })
  const edit = {
    to: '/dashboard/$slug/settings/webhooks/$endpointId/edit',
    params: { slug, endpointId: endpoint.id },
  } as const
  // A navigation that fails shows the error page; there is nothing to wait for here.
  useShortcut('e', () => void navigate(edit))
  const { enabled, health } = endpoint
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      <Link {...edit} className={buttonClasses({ variant: enabled ? 'primary' : 'default' })}>
        <Pencil aria-hidden="true" /> Edit
      </Link>
      {!enabled && (
        <Button variant="primary" onClick={() => ask(EnableDialog)}>
          <CirclePlay aria-hidden="true" /> Enable
        </Button>
      )}
      <Menu trigger={more} align="end">
        {health.state !== 'disabled' && (
          <>
            <MenuItem icon={<CirclePause />} onSelect={() => ask(DisableDialog)}>
              Disable…
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={<Trash2 />} destructive onSelect={() => ask(DeleteEndpointDialog)}>
          Delete…
        </MenuItem>
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
